import { afterAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asOwner, emptyDatabase, useDatabase } from '@tandem/testing/temporary-postgres';
import { testEnvironment } from '@tandem/testing/test-settings';
import { freePort } from '@tandem/testing/local-server';
import { useFolder } from '@tandem/testing/use-folder';
import { Launched, program, run } from './launched.js';

const main = program('cli');
const timeouts = 300_000;

describe('the login on a database of the operator', () => {
  const login = `t_${randomBytes(6).toString('hex')}`;
  afterAll(() => asOwner(database.ownerUrl, `drop owned by ${login}; drop role ${login}`));
  const database = useDatabase();

  const ports = async () => ({ PORT: `${await freePort()}`, WORKER_PORT: `${await freePort()}` });

  it(
    'is no superuser: everything but migrate ends with one line that names the command',
    async () => {
      const env = testEnvironment(database.ownerUrl, await ports());
      const scripts = [
        [main, 'start'],
        [main, 'tenants'],
        [main, 'queues'],
        [main, 'reencrypt'],
      ];
      for (const script of [[program('api')], [program('worker')], ...scripts]) {
        const { code, output } = await run(script, env);
        expect([script.at(-1), code, output.replace('tandem: stopped\n', '')]).toEqual([
          script.at(-1),
          2,
          expect.stringMatching(/^settings: DATABASE_URL: tandem is a superuser; .*npm run cli -- database login.*\n$/),
        ]);
      }
      expect(await run([main, 'migrate'], env)).toMatchObject({
        code: 0,
        output: expect.stringContaining('is up to date'),
      });
    },
    timeouts,
  );

  it(
    'is created and renewed by the command, with which everything except migrate works',
    async () => {
      const make = () => run([main, 'database', 'login', '--name', login], { DATABASE_URL: database.ownerUrl });
      const first = await make();
      expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/^DATABASE_URL=\S+\n/m) });
      const url = /DATABASE_URL=(\S+)/.exec((await make()).output)![1]!;
      const env = testEnvironment(url, await ports());
      expect(await run([main, 'tenants'], env)).toMatchObject({ code: 0 });
      const started = new Launched([main, 'start'], env);
      await started.prints(/Tandem is ready/);
      expect(await started.stop()).toBe(0);
      const migrating = await run([main, 'migrate'], env);
      expect(migrating).toEqual({ code: 2, output: expect.stringMatching(/^settings: MIGRATION_DATABASE_URL: .*\n$/) });
      const { output } = await run([main, 'tenants'], { ...env, DATABASE_DIRECT_URL: database.ownerUrl });
      expect(output).toMatch(/^settings: DATABASE_DIRECT_URL: tandem is a superuser; .*\n$/);
    },
    timeouts,
  );

  it('is not required by migrate, which connects as the owner and reports what it did', async () => {
    const [empty, { DATABASE_URL: _, ...env }] = [await emptyDatabase(), testEnvironment('')];
    const owners = { ...env, MIGRATION_DATABASE_URL: empty.ownerUrl };
    const name = new URL(empty.ownerUrl).pathname.slice(1);
    const line = (created: string) =>
      expect.stringMatching(new RegExp(`^tandem: the database ${name} on .* up to date: ${created} `));
    expect(await run([main, 'migrate'], owners)).toEqual({ code: 0, output: line('[1-9]\\d*') });
    expect(await run([main, 'migrate'], owners)).toEqual({ code: 0, output: line('no') });
    expect(await run([main, 'start'], owners)).toEqual({
      code: 2,
      output: expect.stringMatching(/DATABASE_URL: missing beside MIGRATION_DATABASE_URL/),
    });
    await empty.drop();
  });

  it('is created only if the command gets the owner and a valid name', async () => {
    expect(await run([main, 'database', 'login'], {})).toEqual({
      code: 2,
      output: expect.stringMatching(/^settings: MIGRATION_DATABASE_URL: is missing.*\n$/),
    });
    const named = await run([main, 'database', 'login', '--name', 'tandem'], { DATABASE_URL: database.ownerUrl });
    expect(named).toEqual({ code: 1, output: expect.stringMatching(/^tandem: tandem is a superuser, .*\n$/) });
  });
});

describe('the login on the embedded database', () => {
  const data = useFolder();

  /** The user of every session while the whole product runs. */
  async function sessions(): Promise<unknown[]> {
    const started = new Launched([main, 'start'], { DATA_DIR: data, PORT: `${await freePort()}` });
    await started.prints(/Tandem is ready/);
    const port = (await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3];
    const { databasePassword } = JSON.parse(await readFile(join(data, 'secrets.json'), 'utf8'));
    const found = await asOwner(
      `postgresql://tandem:${databasePassword}@127.0.0.1:${port}/tandem`,
      `select distinct usename as login from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    expect(await run([main, 'tenants'], { DATA_DIR: data })).toMatchObject({ code: 0 });
    expect(await started.stop()).toBe(0);
    return found;
  }

  it(
    'is used by every connection, also on a data directory of an earlier version',
    async () => {
      expect(await sessions()).toEqual([{ login: 'tandem_login' }]);
      const path = join(data, 'secrets.json');
      const { applicationPassword, ...earlier } = JSON.parse(await readFile(path, 'utf8'));
      expect(applicationPassword).toMatch(/^\S{32}$/);
      await writeFile(path, JSON.stringify(earlier));
      expect(await sessions()).toEqual([{ login: 'tandem_login' }]);
    },
    timeouts,
  );
});
