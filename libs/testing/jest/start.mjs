import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { features } from '@tandem/adapters/features';
import { startPostgres } from '@tandem/platform/embedded/embedded';
import { makeLogin } from '@tandem/platform/schema/login';
import { migrate } from '@tandem/platform/schema/migrate';

/** One embedded PostgreSQL for the whole test run, with a migrated template that each file copies. */
export default async function start() {
  const directory = mkdtempSync(join(tmpdir(), 'tandem-tests-'));
  const postgres = await startPostgres({
    directory: join(directory, 'postgres'),
    password: 'of the owner',
    volatile: true,
  });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create database template_tandem');
  await client.end();
  const template = new URL(postgres.url);
  template.pathname = '/template_tandem';
  await migrate(template.toString(), features);
  process.env.TEST_POSTGRES_URL = postgres.url;
  process.env.TEST_POSTGRES_LOGIN_URL = await makeLogin(postgres.url, {
    name: 'tandem_login',
    password: 'of the tests',
  });
  globalThis.tandemTests = { postgres, directory };
}
