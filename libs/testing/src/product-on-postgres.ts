import { afterAll, beforeAll } from '@jest/globals';
import { join } from 'node:path';
import { features } from '@tandem/adapters/features';
import { startPostgres } from '@tandem/platform/embedded/embedded';
import type { EmbeddedPostgres } from '@tandem/platform/embedded/embedded-server';
import { makeLogin } from '@tandem/platform/schema/login';
import { migrate } from '@tandem/platform/schema/migrate';
import { ForkedProcess } from './forked-process.js';
import { testEnvironment } from './test-settings.js';
import { useFolder } from './use-folder.js';

interface Options {
  /** True if committed data may be lost in a crash. */
  volatile?: boolean;
  settings?: () => Promise<Record<string, string>>;
}

const timeouts = 60_000;

/** API and worker in separate processes, with one tenant, on a PostgreSQL that the test may stop. */
export function useProductOnPostgres(options: Options = {}): ProductOnPostgres {
  afterAll(() => product.close()); // before its folder is removed
  const product = new ProductOnPostgres(useFolder(), options);
  beforeAll(() => product.open(), timeouts);
  return product;
}

class ProductOnPostgres {
  postgres!: EmbeddedPostgres;
  api!: ForkedProcess;
  worker!: ForkedProcess;
  private key = '';

  constructor(
    private readonly home: string,
    private readonly options: Options,
  ) {}

  async open(): Promise<void> {
    await this.start();
    await migrate(this.postgres.url, features);
    const login = await makeLogin(this.postgres.url, { name: 'tandem_login', password: 'of the tests' });
    const environment = testEnvironment(login, await this.options.settings?.());
    [this.api, this.worker] = await Promise.all([
      ForkedProcess.start('api', environment),
      ForkedProcess.start('worker', environment),
    ]);
    this.key = environment.OPERATOR_TOKEN;
    const created = await this.call('POST', '/tenants', {
      name: 'Acme',
      owner: { name: 'Ada', email: 'ada@example.com' },
    });
    this.key = ((await created.json()) as { api_key: string }).api_key;
  }

  /** As the owner of the tenant. */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
    return fetch(`${this.api.address}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** Ends PostgreSQL as `pg_ctl -m fast` and `-m immediate` do. */
  async stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    process.kill(this.postgres.pid!, signal);
    await this.postgres.stop();
  }

  /** Restarts on the previous port. */
  async start(): Promise<void> {
    const { volatile = false } = this.options;
    const directory = join(this.home, 'postgres');
    const port = (this.postgres as EmbeddedPostgres | undefined)?.port;
    this.postgres = await startPostgres({ directory, password: 'of the owner', volatile, port });
  }

  async close(): Promise<void> {
    await Promise.all([this.api.end(), this.worker.end()]);
    await this.postgres.stop();
  }
}
