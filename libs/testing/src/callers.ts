import supertest, { type Response } from 'supertest';

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

type Who = Pick<Caller, 'tenantId' | 'memberId' | 'key'>;

/** Those who call the API at an address. */
export class Callers {
  constructor(private readonly address: string) {}

  /** A request without any header of ours. */
  raw(method: Method, path: string): supertest.Test {
    return supertest(this.address)[method](path);
  }

  /** Whoever has the key; one without a tenant may be the operator. */
  of({ tenantId, memberId, key }: Who): Caller {
    const call = async (method: Method, path: string, body?: unknown, headers: Headers = {}) => {
      const request = this.raw(method, `/api/v1${path}`).set('authorization', `Bearer ${key}`).set(headers);
      return body === undefined ? request : request.send(body as object);
    };
    return {
      tenantId,
      memberId,
      key,
      get: (path, headers) => call('get', path, undefined, headers),
      delete: (path) => call('delete', path),
      post: (path, body, headers) => call('post', path, body, headers),
      put: (path, body) => call('put', path, body),
      patch: (path, body, headers) => call('patch', path, body, headers),
    };
  }

  /** The owner of a new tenant. */
  async founder(operator: Caller, name: string): Promise<Caller> {
    const owner = { name: 'Ada', email: 'ada@example.com' };
    const { tenant, member, api_key } = (await operator.post('/tenants', { name, owner })).body as Founded;
    return this.of({ tenantId: tenant.id, memberId: member.id, key: api_key });
  }

  /** The same member through a new key with these fields, such as `scopes`. */
  async withKey(caller: Caller, fields: object): Promise<Caller> {
    const { tenantId, memberId } = caller;
    const { key } = (await caller.post('/api-keys', { name: 'another', ...fields })).body as { key: string };
    return this.of({ tenantId, memberId, key });
  }
}

interface Founded {
  tenant: { id: string };
  member: { id: string };
  api_key: string;
}
