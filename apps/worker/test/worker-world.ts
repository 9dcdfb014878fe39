import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest, { type Response } from 'supertest';
import { features as allFeatures } from '@tandem/adapters/features';
import { type Assembled, assemble } from '@tandem/api/assemble';
import type { Feature } from '@tandem/platform/feature/feature';
import type { Settings } from '@tandem/platform/settings/settings';
import { insertMember } from '@tandem/testing/insert-member';
import { temporaryDatabase } from '@tandem/testing/temporary-postgres';
import { type QueueBackend, type TemporaryRedis, temporaryRedis } from '@tandem/testing/temporary-redis';
import { migrate } from '@tandem/platform/schema/migrate';
import { testEnvironment, testSettings } from '@tandem/testing/test-settings';
import { type AssembledWorker, assembleWorker } from '@tandem/worker/assemble';
import { ForkedProcess } from './forked-process.js';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A caller with a full key of its tenant. Paths are below `/api/v1`. */
export interface Caller {
  tenantId: string;
  memberId: string;
  key: string;
  get(path: string): Promise<Response>;
  delete(path: string): Promise<Response>;
  post(path: string, body?: object): Promise<Response>;
  put(path: string, body?: object): Promise<Response>;
  patch(path: string, body?: object): Promise<Response>;
}

export interface WorkerWorldOptions {
  backend?: QueueBackend;
  /** Settings beside those of `testEnvironment`. */
  settings?: Record<string, string>;
  features?: readonly Feature[];
}

/** API and worker over one database and queue of their own. */
export interface WorkerWorld {
  databaseUrl: string;
  /** Empty where the queue is on PostgreSQL. */
  redisUrl: string;
  settings: Settings;
  api: Assembled;
  /** A new tenant; its owner with a full key. */
  tenant(name?: string): Promise<Caller>;
  /** A new member of the caller's tenant with a full key, and with these access policies. */
  member(of: Caller, accessPolicies: object[]): Promise<Caller>;
  /** The same member through another key, as `POST /api-keys` makes it. */
  withKey(of: Caller, fields: object): Promise<Caller>;
  /** A worker in this process, started; `close` of the world closes those still at work. */
  startWorker(): Promise<AssembledWorker>;
  /** A worker in a process of its own. */
  forkWorker(): Promise<ForkedProcess>;
  /** A further API, in a process of its own, at an address of its own. */
  forkApi(): Promise<ForkedProcess>;
  close(): Promise<void>;
}

/** Opens a world without a worker: each test says when work begins. */
export async function openWorkerWorld(options: WorkerWorldOptions = {}): Promise<WorkerWorld> {
  const { features = allFeatures } = options;
  const [database, redis] = await Promise.all([
    temporaryDatabase(),
    options.backend === 'Redis' ? temporaryRedis() : null,
  ]);
  if (features !== allFeatures) await migrate(database.ownerUrl, features);
  const given = { ...options.settings, ...(redis ? { REDIS_URL: redis.url } : {}) };
  const settings = testSettings(database.url, given);
  const { api, address, stop } = await openApi(features, settings);
  const withKey = async (of: Caller, fields: object) => {
    const { key } = (await of.post('/api-keys', { name: 'another', ...fields })).body;
    return caller(address, { ...of, key });
  };
  const closers: (() => Promise<void>)[] = [];
  const forked = async (app: 'worker' | 'api') => {
    const child = await ForkedProcess.start(app, testEnvironment(database.url, given));
    closers.push(() => child.end('SIGKILL'));
    return child;
  };
  return {
    databaseUrl: database.url,
    redisUrl: redis?.url ?? '',
    settings,
    api,
    tenant: (name = 'Acme') => found(address, settings.OPERATOR_TOKEN, name),
    async member(of, accessPolicies) {
      const own = await withKey(of, {});
      await joined(database.url, of, own, accessPolicies);
      return own;
    },
    withKey,
    async startWorker() {
      const worker = assembleWorker(features, settings);
      closers.push(() => worker.close());
      await worker.start();
      return worker;
    },
    forkWorker: () => forked('worker'),
    forkApi: () => forked('api'),
    close: () => end([() => all(closers), stop, () => database.drop(), () => redisEnd(redis)]),
  };
}

async function openApi(features: readonly Feature[], settings: Settings) {
  let address = '';
  const api = assemble(features, settings, () => address);
  await api.start();
  const server: Server = createServer(api.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    await new Promise((resolve) => server.close(resolve));
    await api.close();
  };
  return { api, address, stop };
}

function caller(address: string, { tenantId, memberId, key }: Pick<Caller, 'tenantId' | 'memberId' | 'key'>): Caller {
  const call = async (method: Method, path: string, body?: object) => {
    const request = supertest(address)[method](`/api/v1${path}`).set('authorization', `Bearer ${key}`);
    return body === undefined ? request : request.send(body);
  };
  return {
    tenantId,
    memberId,
    key,
    get: (path) => call('get', path),
    delete: (path) => call('delete', path),
    post: (path, fields) => call('post', path, fields),
    put: (path, fields) => call('put', path, fields),
    patch: (path, fields) => call('patch', path, fields),
  };
}

/** Whose tenant and member nobody knows yet. */
const bearer = (address: string, key: string) => caller(address, { tenantId: '', memberId: '', key });

async function found(address: string, operatorToken: string, name: string): Promise<Caller> {
  const owner = { name: 'Ada', email: 'ada@example.com' };
  const { body } = await bearer(address, operatorToken).post('/tenants', { name, owner });
  return caller(address, { tenantId: body.tenant.id, memberId: body.member.id, key: body.api_key });
}

/** The key of a member that an owner has just given some policies. */
async function joined(databaseUrl: string, of: Caller, own: Caller, accessPolicies: object[]): Promise<void> {
  own.memberId = await insertMember(databaseUrl, own);
  const { status } = await of.put(`/members/${own.memberId}/access`, { access_policies: accessPolicies });
  if (status !== 200) throw new Error(`the policies were refused with ${status}`);
}

const all = async (closers: (() => Promise<void>)[]) =>
  void (await Promise.allSettled(closers.map((close) => close())));

const redisEnd = async (redis: TemporaryRedis | null) => redis?.stop();

async function end(steps: (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step();
}
