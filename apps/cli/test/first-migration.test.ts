import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { startPostgres } from '@tandem/platform/embedded/embedded';
import type { EmbeddedPostgres } from '@tandem/platform/embedded/embedded-server';
import { addressOf } from '@tandem/platform/schema/login';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { testEnvironment } from '@tandem/testing/test-settings';
import { useFolder } from '@tandem/testing/use-folder';
import { program, run } from './launched.js';

const timeouts = 120_000;
const password = 'of the owner';

describe('the first migration on a server that has never had Tandem', () => {
  let server: EmbeddedPostgres;
  afterAll(() => server.stop());
  const home = useFolder();
  beforeAll(async () => void (server = await fresh('first')), timeouts);

  const fresh = (name: string) =>
    startPostgres({ directory: join(home, name), password: 'of the administrator', volatile: true });

  async function asAdministrator(database: string, ...statements: string[]): Promise<void> {
    const url = server.url.replace(/\/tandem$/, `/${database}`);
    for (const statement of statements) await asOwner(url, statement);
  }

  async function ownedBy(name: string, options = ''): Promise<string> {
    await asAdministrator('tandem', `create role ${name} login password '${password}' ${options}`);
    await asAdministrator('tandem', `create database ${name} owner ${name}`);
    return addressOf(server.url.replace(/\/tandem$/, `/${name}`), { name, password });
  }

  const cli = (owner: string, ...args: string[]) => run([program('cli'), ...args], { MIGRATION_DATABASE_URL: owner });

  it(
    'an owner who may not create roles is shown what to do, which suffices',
    async () => {
      const owner = await ownedBy('acme');
      for (const args of [['migrate'], ['database', 'login']])
        expect(await cli(owner, ...args)).toEqual({
          code: 2,
          output: expect.stringMatching(
            /^settings: MIGRATION_DATABASE_URL: .*CREATEROLE.* database setup-sql prints\n$/,
          ),
        });
      const { code, output: sql } = await cli(owner, 'database', 'setup-sql');
      expect(code).toBe(0);
      await asAdministrator('acme', sql, sql);
      const url = /^-- DATABASE_URL=(.*)$/m.exec(sql)![1]!;
      expect(await run([program('cli'), 'tenants'], testEnvironment(url))).toEqual({
        code: 1,
        output: expect.stringMatching(/^tandem: the database lacks .* run: npm run migrate, .*\n$/),
      });
      expect(await cli(owner, 'migrate')).toMatchObject({ code: 0, output: expect.stringContaining('is up to date') });
      expect(await run([program('cli'), 'tenants'], testEnvironment(url))).toMatchObject({ code: 0 });
    },
    timeouts,
  );

  it(
    'an owner with CREATEROLE needs nobody else and no SECRETS_KEY',
    async () => {
      await server.stop();
      server = await fresh('other');
      const owner = await ownedBy('globex', 'createrole');
      expect(await cli(owner, 'migrate')).toMatchObject({ code: 0, output: expect.stringContaining('is up to date') });
      const { output } = await cli(owner, 'database', 'login');
      const url = /^DATABASE_URL=(.*)$/m.exec(output)![1]!;
      expect(await run([program('cli'), 'tenants'], testEnvironment(url))).toMatchObject({ code: 0 });
    },
    timeouts,
  );
});
