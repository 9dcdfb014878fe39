import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest, { type Response } from 'supertest';
import { features as allFeatures } from '@tandem/adapters/features';
import { type Assembled, assemble } from '@tandem/api/assemble';
import type { Feature } from '@tandem/platform/feature';
import type { Settings } from '@tandem/platform/settings';
import { temporaryDatabase } from '@tandem/testing/temporary-postgres';
import { type QueueBackend, type TemporaryRedis, temporaryRedis } from '@tandem/testing/temporary-redis';
import { testEnvironment, testSettings } from '@tandem/testing/test-settings';
import { type AssembledWorker, assembleWorker } from '@tandem/worker/assemble';
import { WorkerProcess } from './worker-process.js';

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
  /** A new member of the caller's tenant with these access policies, by an invitation that they claim. */
  member(of: Caller, accessPolicies: object[]): Promise<Caller>;
  /** A worker in this process, started; `close` of the world closes those still at work. */
  startWorker(): Promise<AssembledWorker>;
  /** A worker in a process of its own. */
  forkWorker(): Promise<WorkerProcess>;
  close(): Promise<void>;
}

/** Opens a world without a worker: each test says when work begins. */
export async function openWorkerWorld(options: WorkerWorldOptions = {}): Promise<WorkerWorld> {
  const { features = allFeatures } = options;
  const [database, redis] = await Promise.all([
    temporaryDatabase(),
    options.backend === 'Redis' ? temporaryRedis() : null,
  ]);
  const given = { ...options.settings, ...(redis ? { REDIS_URL: redis.url } : {}) };
  const settings = testSettings(database.url, given);
  const { api, address, stop } = await openApi(features, settings);
  const closers: (() => Promise<void>)[] = [];
  return {
    databaseUrl: database.url,
    redisUrl: redis?.url ?? '',
    settings,
    api,
    tenant: (name = 'Acme') => found(address, settings.OPERATOR_TOKEN, name),
    member: (of, accessPolicies) => invited(address, of, accessPolicies),
    async startWorker() {
      const worker = assembleWorker(features, settings);
      closers.push(() => worker.close());
      await worker.start();
      return worker;
    },
    async forkWorker() {
      const worker = await WorkerProcess.start(testEnvironment(database.url, given));
      closers.push(() => worker.end('SIGKILL'));
      return worker;
    },
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

async function invited(address: string, { tenantId, post }: Caller, accessPolicies: object[]): Promise<Caller> {
  const { code } = (await post('/invitations', { email: 'bob@example.com', access_policies: accessPolicies })).body;
  const { body } = await bearer(address, code).post('/invitations/claim', { code, name: 'Bob' });
  return caller(address, { tenantId, memberId: body.member.id, key: body.api_key });
}

const all = async (closers: (() => Promise<void>)[]) =>
  void (await Promise.allSettled(closers.map((close) => close())));

const redisEnd = async (redis: TemporaryRedis | null) => redis?.stop();

async function end(steps: (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step();
}
