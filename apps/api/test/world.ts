import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest, { type Response } from 'supertest';
import { features as allFeatures } from '@tandem/adapters/features';
import { type Assembled, assemble } from '@tandem/api/assemble';
import type { Feature } from '@tandem/platform/feature';
import { temporaryDatabase } from '@tandem/testing/temporary-postgres';
import { testSettings } from '@tandem/testing/test-settings';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A caller with a key: `ada.post('/tasks', {title: 'x'})`. Paths are below `/api/v1`. */
export interface Caller {
  tenantId: string;
  memberId: string;
  key: string;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  delete(path: string): Promise<Response>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  put(path: string, body?: unknown): Promise<Response>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

export interface World {
  /** The API on a real port, over a database of its own. */
  address: string;
  databaseUrl: string;
  api: Assembled;
  /** A request without any header of ours. */
  raw(method: Method, path: string): supertest.Test;
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
  let address = '';
  const settings = testSettings(database.url, overrides);
  const api = assemble(features, settings, () => address);
  await api.start();
  const server: Server = createServer(api.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const raw = (method: Method, path: string) => supertest(address)[method](path);
  const call = async (
    method: Method,
    path: string,
    key: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const request = raw(method, `/api/v1${path}`).set('authorization', `Bearer ${key}`).set(headers);
    return body === undefined ? request : request.send(body as object);
  };
  const caller = (tenantId: string, memberId: string, key: string): Caller => ({
    tenantId,
    memberId,
    key,
    get: (path, headers) => call('get', path, key, undefined, headers),
    delete: (path) => call('delete', path, key),
    post: (path, body, headers) => call('post', path, key, body, headers),
    put: (path, body) => call('put', path, key, body),
    patch: (path, body, headers) => call('patch', path, key, body, headers),
  });
  return {
    address,
    databaseUrl: database.url,
    api,
    raw,
    async tenant(name = 'Acme') {
      const owner = { name: 'Ada', email: 'ada@example.com' };
      const { body } = await call('post', '/tenants', settings.OPERATOR_TOKEN, { name, owner });
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
