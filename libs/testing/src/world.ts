import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { features as tandems } from '@tandem/adapters/features';
import { type Assembled, assemble } from '@tandem/api/assemble';
import { makeServer } from '@tandem/api/app';
import type { QueryResultRow } from 'pg';
import type { Feature } from '@tandem/platform/feature/feature';
import type { Settings } from '@tandem/platform/settings/settings';
import type { AssembledWorker } from '@tandem/worker/assemble';
import { Callers } from './callers.js';
import { ForkedProcess } from './forked-process.js';
import { listen } from './local-server.js';
import { OtherSession } from './other-session.js';
import { asOwner, migrateToo, temporaryDatabase } from './temporary-postgres.js';
import { type QueueBackend, temporaryRedis } from './temporary-redis.js';
import { testEnvironment, testSettings } from './test-settings.js';
import { WebhookReceiver } from './outside/webhook-receiver.js';

export type { AccessPolicy, Caller, Method } from './callers.js';

type Overrides = Record<string, string>;

export interface WorldOptions {
  /** In addition to `testEnvironment`; a function if they are known only when the world opens. */
  settings?: Overrides | (() => Overrides);
  /** A team's own features, in addition to Tandem's. */
  features?: readonly Feature[];
  /** The queue's backend; PostgreSQL by default. */
  backend?: QueueBackend;
  /** Number of workers started; without one, events start no jobs. */
  workers?: number;
  /** What is new for each test: tenants and receiver, or everything. By default all tests share one world. */
  fresh?: 'tenants' | 'world';
  /** True if callers retry on 503, for many concurrent requests of one tenant. */
  isInsistent?: boolean;
}

/**
 * Tandem for the surrounding tests: the API on a real port with a separate database, and optional workers. Members may
 * be destructured at once, as in `const { ada, receiver } = useWorld()`; they work when the tests run. The test run
 * needs `@tandem/testing/jest-start` as globalSetup and `jest-end` as globalTeardown.
 */
export function useWorld(options: WorldOptions = {}): World {
  const world = new World(options);
  const { fresh } = options;
  const [opening, closing] = fresh === 'world' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  opening(() => world.open());
  (fresh ? beforeEach : beforeAll)(() => world.settle());
  closing(() => world.close());
  return world;
}

/** For tests that each open their own world; all are closed after the test. */
export function useWorlds(): (options?: WorldOptions) => Promise<World> {
  const opened: World[] = [];
  afterEach(async () => void (await Promise.all(opened.splice(0).map((world) => world.close()))));
  return async (options = {}) => {
    const world = new World(options);
    opened.push(world);
    await world.open();
    return world;
  };
}

export class World extends Callers {
  /** Empty if the queue is on PostgreSQL. */
  redisUrl = '';
  settings!: Settings;
  api!: Assembled;
  /** The workers started with the world. */
  readonly workers: AssembledWorker[] = [];
  private readonly features: readonly Feature[];
  private readonly sessions: OtherSession[] = [];
  private webhooks: WebhookReceiver | undefined;
  private given: Overrides = {};
  /** In order of execution; the functions of one list run together. */
  private closing: (() => Promise<unknown>)[] = [];
  private ending: () => Promise<void> = async () => undefined;

  constructor(private readonly options: WorldOptions) {
    super(options.isInsistent);
    this.features = options.features ? [...tandems, ...options.features] : tandems;
  }

  /** An external server that receives webhooks. */
  get receiver(): WebhookReceiver {
    return (this.webhooks ??= new WebhookReceiver());
  }

  /** Runs a statement outside row-level security, to inspect or corrupt stored data. */
  readonly asOwner = <R extends QueryResultRow>(text: string, values?: unknown[]): Promise<R[]> =>
    asOwner<R>(this.databaseUrl, text, values);

  /** A separate database session. */
  readonly session = (): OtherSession => {
    const session = new OtherSession(() => this.databaseUrl);
    this.sessions.push(session);
    return session;
  };

  /** Another worker, in this process. */
  readonly startWorker = async (): Promise<AssembledWorker> => {
    const { assembleWorker } = await import('@tandem/worker/assemble'); // with BullMQ: only tests with a worker load it
    const worker = assembleWorker(this.features, this.settings);
    this.closing.push(() => worker.close());
    await worker.start();
    return worker;
  };

  /** Another API on the same database, in this process. */
  readonly startApi = async (): Promise<RunningApi> => {
    const running = await startApi(this.features, this.settings);
    this.closing.push(running.stop);
    return running;
  };

  /** A worker in a separate process. */
  readonly forkWorker = (settings?: Overrides): Promise<ForkedProcess> => this.fork('worker', settings);

  /** Another API in a separate process. */
  readonly forkApi = (settings?: Overrides): Promise<ForkedProcess> => this.fork('api', settings);

  async open(): Promise<void> {
    const { backend, settings, features, workers = 0 } = this.options;
    const [database, redis] = await Promise.all([temporaryDatabase(), backend === 'Redis' ? temporaryRedis() : null]);
    if (features) await migrateToo(database, this.features);
    this.databaseUrl = database.url;
    this.redisUrl = redis?.url ?? '';
    this.given = {
      ...(typeof settings === 'function' ? settings() : settings),
      ...(redis ? { REDIS_URL: redis.url } : {}),
    };
    this.settings = testSettings(database.url, this.given, this.features);
    this.operator.key = this.settings.OPERATOR_TOKEN;
    const { api, address, stop } = await startApi(this.features, this.settings);
    Object.assign(this, { api, address });
    this.ending = async () => {
      await stop();
      await database.drop();
      await redis?.stop();
    };
    this.workers.length = 0;
    while (this.workers.length < workers) this.workers.push(await this.startWorker());
  }

  /** Creates the requested tenants and the receiver, again if they existed before. */
  async settle(): Promise<void> {
    await this.webhooks?.close();
    await this.webhooks?.open();
    await this.foundAll();
  }

  async close(): Promise<void> {
    await this.webhooks?.close();
    await Promise.all(this.sessions.map((session) => session.close()));
    await Promise.allSettled(this.closing.splice(0).map((close) => close()));
    await this.ending();
  }

  private async fork(app: 'api' | 'worker', settings?: Overrides): Promise<ForkedProcess> {
    const child = await ForkedProcess.start(app, testEnvironment(this.databaseUrl, { ...this.given, ...settings }));
    this.closing.push(() => child.end('SIGKILL'));
    return child;
  }
}

interface RunningApi {
  api: Assembled;
  address: string;
  stop: () => Promise<void>;
}

async function startApi(features: readonly Feature[], settings: Settings): Promise<RunningApi> {
  const api = assemble(features, settings);
  await api.start();
  const server = makeServer(api);
  const address = await listen(server);
  api.edge.publicUrl ||= address;
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= new Promise((resolve) => server.close(resolve)).then(() => api.close()));
  return { api, address, stop };
}
