import type { AddressInfo } from 'node:net';
import supertest, { type Response } from 'supertest';
import { features as allFeatures } from '@tandem/adapters/features';
import { type Assembled, assemble } from '@tandem/api/assemble';
import { makeServer } from '@tandem/api/server';
import type { Feature } from '@tandem/platform/feature';
import { migrate } from '@tandem/platform/postgres/migrate';
import { temporaryDatabase } from '@tandem/testing/temporary-postgres';
import { testSettings } from '@tandem/testing/test-settings';

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

export interface World {
  /** The API on a real port, over a database of its own. */
  address: string;
  databaseUrl: string;
  api: Assembled;
  /** A request without any header of ours. */
  raw(method: Method, path: string): supertest.Test;
  /** Who has the operator's token. */
  operator: Caller;
  /** A new tenant; its owner with a full key. */
  tenant(name?: string): Promise<Caller>;
  /** The same member through another key, as `POST /api-keys` makes it. */
  withKey(caller: Caller, fields: object): Promise<Caller>;
  close(): Promise<void>;
}

export async function openWorld(
  overrides: Record<string, string> = {},
  features: readonly Feature[] = allFeatures,
): Promise<World> {
  const database = await temporaryDatabase();
  // A team's own features bring migrations that the run's template does not have.
  if (features !== allFeatures) await migrate(database.url, features);
  let address = '';
  const settings = testSettings(database.url, overrides);
  const api = assemble(features, settings, () => address);
  await api.start();
  const server = makeServer(api);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const raw = (method: Method, path: string) => supertest(address)[method](path);
  const call =
    (key: string) =>
    async (method: Method, path: string, body?: unknown, headers: Headers = {}) => {
      const request = raw(method, `/api/v1${path}`).set('authorization', `Bearer ${key}`).set(headers);
      return body === undefined ? request : request.send(body as object);
    };
  const caller = (tenantId: string, memberId: string, key: string): Caller => ({
    tenantId,
    memberId,
    key,
    get: (path, headers) => call(key)('get', path, undefined, headers),
    delete: (path) => call(key)('delete', path),
    post: (path, body, headers) => call(key)('post', path, body, headers),
    put: (path, body) => call(key)('put', path, body),
    patch: (path, body, headers) => call(key)('patch', path, body, headers),
  });
  const operator = caller('', '', settings.OPERATOR_TOKEN);
  return {
    address,
    databaseUrl: database.url,
    api,
    raw,
    operator,
    async tenant(name = 'Acme') {
      const owner = { name: 'Ada', email: 'ada@example.com' };
      const { body } = await operator.post('/tenants', { name, owner });
      return caller(body.tenant.id, body.member.id, body.api_key);
    },
    async withKey(of, fields) {
      const { body } = await of.post('/api-keys', { name: 'another', ...fields });
      return caller(of.tenantId, of.memberId, body.key);
    },
    async close() {
      await new Promise((resolve) => server.close(resolve));
      await api.close();
      await database.drop();
    },
  };
}
