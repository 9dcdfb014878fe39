import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { dist, freePort, isAlive, Launched, writeFixtures } from './launched.js';

const banner = /Tandem is ready on (\S+)[^]*Demo key +(\S+)[^]*(curl .*\/me .*)\n/;

describe('npm start', () => {
  let home: string;
  let data: string;
  let port: number;
  let launched: Launched[];

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'tandem-start-'));
    data = join(home, 'data');
    port = await freePort();
    launched = [];
    await writeFixtures(home);
  });

  afterEach(async () => {
    await Promise.all(launched.map((process) => process.stop()));
    await rm(home, { recursive: true, force: true });
  });

  function launch(env: NodeJS.ProcessEnv = {}) {
    const process = new Launched([join(home, 'launcher.mjs')], { PORT: `${port}`, DATA_DIR: data, ...env });
    launched.push(process);
    return process;
  }

  const starts = async () => (await fetch(`http://127.0.0.1:${port}/starts`)).json();
  const postmaster = async () =>
    Number((await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

  it('prints a key and a curl that works, and keeps the data for later starts', async () => {
    const first = launch();
    const [, address, key, curl] = await first.says(banner);
    expect(address).toBe(`http://127.0.0.1:${port}`);
    const status = await promisify(execFile)('sh', ['-c', `${curl} -o /dev/null -w '%{http_code}'`]);
    expect(status.stdout).toBe('200');
    expect((await stat(join(data, 'demo.json'))).mode & 0o777).toBe(0o600);
    expect(await first.stop()).toBe(0);
    const second = launch();
    expect((await second.says(banner))[2]).toBe(key);
    expect(await starts()).toEqual([{ starts: 2 }]);
  }, 60_000);

  it('says that the port is taken before it starts a database', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const start = launch();
    expect(await start.ended).toBe(1);
    other.close();
    expect(start.output).toBe(`tandem: PORT ${port} is already in use; set PORT to another one\n`);
    expect(existsSync(join(data, 'postgres'))).toBe(false);
  });

  it('says that the data directory cannot be written to', async () => {
    const file = join(home, 'file');
    await writeFile(file, '');
    const start = launch({ DATA_DIR: join(file, 'data') });
    expect(await start.ended).toBe(1);
    expect(start.output).toMatch(/^tandem: DATA_DIR \S+\/file\/data is not writable: ENOTDIR.*\n$/);
  });

  it('runs once on a data directory', async () => {
    await launch().says(banner);
    const second = launch({ PORT: `${await freePort()}` });
    expect(await second.ended).toBe(1);
    expect(second.output).toMatch(/^tandem: another Tandem \(pid \d+\) already uses DATA_DIR \S+\n$/);
  }, 60_000);

  it('starts over what a killed start has left, with the data it had', async () => {
    const killed = launch();
    await killed.says(banner);
    const apps = [await killed.pidOf('api'), await killed.pidOf('worker')];
    killed.kill('SIGKILL');
    await killed.ended;
    await until(() => !apps.some(isAlive));
    await launch().says(banner);
    expect(await starts()).toEqual([{ starts: 2 }]);
  }, 60_000);

  it('ends every process within ten seconds, also one that will not, however often it is told', async () => {
    const start = launch({ STUBBORN: '1' });
    await start.says(banner);
    const pids = [await start.pidOf('api'), await start.pidOf('worker'), await postmaster()];
    const began = performance.now();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) start.kill(signal);
    expect(await start.ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(existsSync(join(data, 'lock'))).toBe(false);
  }, 60_000);

  it('ends when the shell of npm has died of the signal', async () => {
    const script = `require('child_process').spawn(process.execPath, ['${join(home, 'launcher.mjs')}'], { stdio: 'inherit' })`;
    const env = { PORT: `${port}`, DATA_DIR: data, npm_lifecycle_event: 'start' };
    const shell = new Launched(['-e', script], env);
    await shell.says(banner);
    const pids = [await shell.pidOf('api'), await shell.pidOf('worker'), await postmaster()];
    shell.kill('SIGKILL');
    await until(() => !pids.some(isAlive) && !existsSync(join(data, 'lock')));
  }, 60_000);

  it('can be stopped while it makes its database', async () => {
    const start = launch();
    await until(() => existsSync(join(data, 'postgres.new', 'PG_VERSION')));
    expect(await start.stop()).toBe(0);
    expect(start.output).toBe('');
    expect(existsSync(join(data, 'lock'))).toBe(false);
    await launch().says(banner);
  }, 60_000);

  it('starts an app again that has died', async () => {
    const start = launch();
    await start.says(banner);
    process.kill(await start.pidOf('api'), 'SIGKILL');
    await start.says(/tandem: the api ended with SIGKILL; it starts again in 1 s/);
    await start.says(/api has pid[^]*api has pid/);
    await until(async () => (await starts().catch(() => undefined)) !== undefined);
    expect(await starts()).toEqual([{ starts: 2 }]);
  }, 60_000);

  it('brings PostgreSQL back where the apps look for it', async () => {
    const start = launch();
    await start.says(banner);
    process.kill(await postmaster(), 'SIGKILL');
    await start.says(/tandem: PostgreSQL ended with SIGKILL; it starts again/);
    await until(async () => (await fetch(`http://127.0.0.1:${port}/starts`)).status === 200);
    expect(await starts()).toEqual([{ starts: 1 }]);
  }, 60_000);

  it('ends with one line when an app cannot start, and with 2 when it refuses its settings', async () => {
    const broken = launch({ EXIT_WITH: '1' });
    expect(await broken.ended).toBe(1);
    expect(broken.output).toContain('tandem: the worker ended with code 1 before it was ready\n');
    expect(await launch({ EXIT_WITH: '2' }).ended).toBe(2);
  }, 60_000);
});

describe('the command line', () => {
  const run = async (args: string[], env: NodeJS.ProcessEnv = {}) => {
    const process = new Launched([join(dist, 'main.js'), ...args], env);
    return { code: await process.ended, output: process.output };
  };

  it('names each wrong setting', async () => {
    const { code, output } = await run(['start'], { PORT: 'x', HOST: '127.0.0.1', WEBHOOK_RETRY_SCHEDULE: 'soon' });
    expect(code).toBe(2);
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => line.replace(/(settings: \w+).*/, '$1')),
    ).toEqual(['settings: PORT', 'settings: WEBHOOK_RETRY_SCHEDULE']);
  });

  it('lists its commands', async () => {
    expect(await run(['help'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^ {2}start +run everything/m),
    });
    expect(await run(['toString'])).toMatchObject({ code: 2, output: expect.stringContaining('no command toString') });
  });
});

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await check())) await pause(20);
}
