import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { testEnvironment } from '@tandem/testing/test-settings';
import { freePort } from '@tandem/testing/local-server';
import { eventually } from '@tandem/testing/eventually';
import { useFolder } from '@tandem/testing/use-folder';
import { Launched, program, run as runScript } from './launched.js';

const timeouts = 120_000;

describe('the command line', () => {
  const home = useFolder();
  const run = (args: string[], env?: NodeJS.ProcessEnv) => runScript([program('cli'), ...args], env);

  it('names each invalid setting', async () => {
    const { code, output } = await run(['start'], { PORT: 'x', HOST: '127.0.0.1', WEBHOOK_RETRY_SCHEDULE: 'soon' });
    expect(code).toBe(2);
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => line.replace(/(settings: \w+).*/, '$1')),
    ).toEqual(['settings: PORT', 'settings: WEBHOOK_RETRY_SCHEDULE']);
  });

  it.each([
    ['start', 'DATABASE_URL'],
    ['migrate', 'MIGRATION_DATABASE_URL'],
  ])('%s names the setting of a database that does not respond, but no password', async (command, name) => {
    const dead = `postgres://ada:hunter2@127.0.0.1:${await freePort()}/x`;
    const ports = { PORT: '0', WORKER_PORT: '0' };
    const { code, output } = await run([command], { ...testEnvironment(dead), [name]: dead, ...ports });
    expect(code).toBe(1);
    expect(output).toMatch(
      new RegExp(`tandem: the database of ${name} does not respond: connect ECONNREFUSED [\\d.:]+\n`),
    );
    expect(output).not.toContain('hunter2');
  });

  it(
    'start continues when nobody reads its output any more',
    async () => {
      const port = await freePort();
      const limits = { RATE_LIMIT_PUBLIC_PER_SECOND: '0', RATE_LIMIT_FAILED_AUTH_PER_SECOND: '0' };
      const started = new Launched([program('cli'), 'start'], { DATA_DIR: home, PORT: `${port}`, ...limits });
      started.leave();
      const statusOf = async () => (await fetch(`http://127.0.0.1:${port}/api/v1/me`)).status;
      await eventually(() => access(join(home, 'demo.json')), timeouts); // The banner follows.
      // Each produces a line in the log, which is written five times a second.
      for (let since = Date.now(); Date.now() - since < 1000;) expect(await statusOf()).toBe(401);
      expect(await started.stop()).toBe(0);
    },
    timeouts,
  );

  it.each([['tenants'], ['reencrypt']])('%s creates no database if none is configured', async (command) => {
    const nowhere = join(home, 'nowhere');
    const { code, output } = await run([command], { DATA_DIR: nowhere });
    const fault = `DATABASE_URL: is missing, and there is no embedded database in ${nowhere}`;
    expect({ code, output }).toEqual({ code: 2, output: `settings: ${fault}, where npm start creates one\n` });
    await expect(readdir(nowhere)).rejects.toThrow('ENOENT');
  });

  it('lists its commands', async () => {
    expect(await run(['help'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^ {2}start +run everything/m),
    });
    expect(await run(['toString'])).toMatchObject({ code: 2, output: expect.stringContaining('no command toString') });
    expect(await run(['tenant'])).toMatchObject({
      code: 2,
      output: expect.stringContaining('you may have meant tenants'),
    });
  });

  it.each([
    ['tenants', '--help'],
    ['-h', 'tenants'],
    ['help', 'tenants'],
  ])('shows the usage: %s %s', async (...args) => {
    expect(await run(args)).toMatchObject({
      code: 0,
      output: expect.stringContaining('npm run cli -- tenants create NAME OWNER-NAME OWNER-EMAIL'),
    });
  });

  it.each([[['keys', 'list']], [['queues', 'all']], [['tenants', 'remove', 'x']]])(
    'refuses %j and shows the usage',
    async (args) => {
      const { code, output } = await run(args, { DATA_DIR: '/nowhere' });
      expect(code).toBe(2);
      expect(output).toContain(`Usage: npm run cli -- ${args[0]}`);
    },
  );
});
