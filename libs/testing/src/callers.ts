import type { ClientRequest, IncomingMessage } from 'node:http';
import supertest, { type Response } from 'supertest';
import { retryUnavailable } from './retry-unavailable.js';
import { insertMember } from './insert-member.js';

type Headers = Record<string, string>;
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A caller with a key: `ada.post('/tasks', {title: 'x'})`. Paths are below `/api/v1`. */
export interface Caller {
  tenantId: string;
  memberId: string;
  key: string;
  get(path: string, headers?: Headers): Promise<Response>;
  delete(path: string): Promise<Response>;
  post(path: string, body?: unknown, headers?: Headers): Promise<Response>;
  put(path: string, body?: unknown): Promise<Response>;
  patch(path: string, body?: unknown, headers?: Headers): Promise<Response>;
}

export interface AccessPolicy {
  domain: string;
  access_level: string;
  resource_filter?: object | null;
}

interface CreatedTenant {
  tenant: { id: string };
  member: { id: string };
  api_key: string;
}

/** The callers of an API; they may be named before it is running. */
export class Callers {
  address = '';
  databaseUrl = '';
  private readonly founders = new Map<string, Caller>();

  constructor(private readonly isInsistent = false) {}

  /** The owner of the tenant Acme, with a full key. */
  get ada(): Caller {
    return this.founder('Acme');
  }

  /** The owner of another tenant. */
  get other(): Caller {
    return this.founder('Other');
  }

  readonly raw = (method: Method | 'options', path: string, at = this.address): supertest.Test =>
    supertest(at)
      [method](path)
      .on('request', ({ req }: { req: ClientRequest }) => req.once('response', endAfterFirstMessage));

  /** A caller with a key, of this API or the one at another address. */
  readonly bearer = (key: string, at?: string): Caller => this.caller({ key }, at);

  readonly operator = this.bearer('');

  /** The owner of a new tenant, with a full key. */
  readonly tenant = async (name = 'Acme'): Promise<Caller> => this.caller(await this.found(name));

  /** The same member with another key from `POST /api-keys`. */
  readonly withKey = async (of: Caller, fields: object): Promise<Caller> => {
    const { key } = (await of.post('/api-keys', { name: 'another', ...fields })).body as { key: string };
    return this.caller({ ...of, key });
  };

  /** A new member of the caller's tenant with a full key and these access policies. */
  readonly member = async (of: Caller, policies: AccessPolicy[] = [], role = 'member'): Promise<Caller> => {
    const created = await this.withKey(of, {});
    created.memberId = await insertMember(this.databaseUrl, created, role);
    if (!policies.length) return created;
    const { status } = await this.grant(of, created, policies);
    if (status !== 200) throw new Error(`the policies were refused with ${status}`);
    return created;
  };

  readonly grant = (by: Caller, { memberId }: { memberId: string }, policies: AccessPolicy[]) =>
    by.put(`/members/${memberId}/access`, { access_policies: policies });

  /** Creates the tenants of the founders named before. */
  protected async foundAll(): Promise<void> {
    for (const [name, founder] of this.founders) Object.assign(founder, await this.found(name));
  }

  private founder(name: string): Caller {
    const founder = this.founders.get(name) ?? this.caller({});
    this.founders.set(name, founder);
    return founder;
  }

  private async found(name: string): Promise<Partial<Caller>> {
    const owner = { name: 'Ada', email: 'ada@example.com' };
    const created = await retryUnavailable(() => this.operator.post('/tenants', { name, owner }));
    if (created.status !== 201) throw new Error(`no tenant was created: ${created.status} ${created.text}`);
    const { tenant, member, api_key } = created.body as CreatedTenant;
    return { tenantId: tenant.id, memberId: member.id, key: api_key };
  }

  private caller({ tenantId = '', memberId = '', key = '' }: Partial<Caller>, at?: string): Caller {
    const call = async (method: Method, path: string, body?: unknown, headers: Headers = {}) => {
      const request = this.raw(method, `/api/v1${path}`, at);
      void request.set('authorization', `Bearer ${caller.key}`).set(headers);
      return body === undefined ? request : request.send(body as object);
    };
    const send: typeof call = (...request) =>
      this.isInsistent ? retryUnavailable(() => call(...request)) : call(...request);
    const caller: Caller = {
      tenantId,
      memberId,
      key,
      get: (path, headers) => send('get', path, undefined, headers),
      delete: (path) => send('delete', path),
      post: (path, body, headers) => send('post', path, body, headers),
      put: (path, body) => send('put', path, body),
      patch: (path, body, headers) => send('patch', path, body, headers),
    };
    return caller;
  }
}

/** An event stream has no end of its own. */
function endAfterFirstMessage(response: IncomingMessage): void {
  const { 'content-type': type, 'x-accel-buffering': unbuffered } = response.headers;
  if (!unbuffered || !type?.startsWith('text/event-stream')) return;
  response.once('data', () =>
    setImmediate(() => {
      response.complete = true;
      response.push(null);
      response.socket.destroy();
    }),
  );
}
