import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { busyMachineMillis } from '@tandem/testing/eventually';
import { freePort } from '@tandem/testing/local-server';
import { useFolder } from '@tandem/testing/use-folder';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fixtures, isAlive, Launched, program, run } from './launched.js';

/** Without the key, which is printed by a first start in a terminal only. */
const laterBanner = /Tandem is ready on (\S+)[^]*Demo key +in (\S+)\n +New key +npm run cli -- keys create [^]*Stop/;
const banner = /Tandem is ready on (\S+)[^]*Demo key +(\S+)[^]*(curl .*\/me .*)\n/;

describe('npm start', () => {
  const launched: Launched[] = [];
  afterEach(async () => void (await Promise.all(launched.splice(0).map((process) => process.stop()))));
  const home = useFolder({ files: fixtures, fresh: 'test' });
  const data = join(home, 'data');
  let port: number;
  beforeEach(async () => void (port = await freePort()));

  function launch(env: NodeJS.ProcessEnv = {}) {
    const process = new Launched([join(home, 'launcher.mjs')], { PORT: `${port}`, DATA_DIR: data, ...env });
    launched.push(process);
    return process;
  }

  const starts = async () => (await fetch(`http://127.0.0.1:${port}/starts`)).json();
  const postmaster = async () =>
    Number((await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

  it('prints a key and a working curl command, and keeps the data for later starts', async () => {
    const first = launch();
    const [, address, key, curl] = await first.prints(banner);
    expect(address).toBe(`http://127.0.0.1:${port}`);
    const status = await promisify(execFile)('sh', ['-c', `${curl} -o /dev/null -w '%{http_code}'`]);
    expect(status.stdout).toBe('200');
    expect((await stat(join(data, 'demo.json'))).mode & 0o777).toBe(0o600);
    expect(await first.stop()).toBe(0);
    expect(first.output).toMatch(/tandem: stopped\n$/);
    const isOlder = Number.parseInt(process.versions.node, 10) < 24;
    expect(first.output.match(/Node 24 LTS is recommended/g) ?? []).toHaveLength(isOlder ? 1 : 0);
    const second = launch();
    const [, , path] = await second.prints(laterBanner);
    expect(second.output).not.toContain(key);
    expect(JSON.parse(await readFile(path!, 'utf8'))).toEqual({ api_key: key });
    expect(await starts()).toEqual([{ starts: 2 }]);
  });

  it('reports a port in use before it starts a database', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const start = launch();
    expect(await start.ended).toBe(1);
    other.close();
    expect(start.output).toBe(`tandem: PORT ${port} is already in use; set PORT to another one\n`);
    expect(existsSync(join(data, 'postgres'))).toBe(false);
  });

  it('reports a data directory that is not writable', async () => {
    const file = join(home, 'file');
    await writeFile(file, '');
    const start = launch({ DATA_DIR: join(file, 'data') });
    expect(await start.ended).toBe(2);
    expect(start.output).toMatch(/^settings: DATA_DIR: \S+\/file\/data is not writable: ENOTDIR.*\n$/);
  });

  it('reports all invalid settings at once, and leaves no files', async () => {
    const env = { DATA_DIR: '/proc/tandem', OUTBOUND_ALLOW_CIDRS: 'foo', AUTH_ISSUER: 'x', WORKER_PORT: `${port}` };
    const start = launch(env);
    expect(await start.ended).toBe(2);
    const lines = start.output.trim().split('\n');
    expect(lines.map((line) => line.replace(/^(settings: [A-Z_, ]+):.*/, '$1'))).toEqual([
      'settings: OUTBOUND_ALLOW_CIDRS',
      'settings: AUTH_JWKS_URL, AUTH_AUDIENCE',
      'settings: WORKER_PORT',
      'settings: DATA_DIR',
    ]);
    const other = launch({ OUTBOUND_ALLOW_CIDRS: 'foo', DATA_DIR: join(home, 'a', 'b') });
    expect(await other.ended).toBe(2);
    expect(existsSync(join(home, 'a'))).toBe(false);
  });

  it('runs once on a data directory', async () => {
    await launch().prints(banner);
    const second = launch({ PORT: `${await freePort()}` });
    expect(await second.ended).toBe(1);
    expect(second.output).toMatch(/^tandem: another Tandem \(pid \d+\) already uses DATA_DIR \S+\n$/);
  });

  it('starts again on the data of a killed start', async () => {
    const killed = launch();
    await killed.prints(banner);
    const apps = [await killed.pidOf('api'), await killed.pidOf('worker')];
    killed.kill('SIGKILL');
    await killed.ended;
    await until(() => !apps.some(isAlive));
    await launch().prints(laterBanner);
    expect(await starts()).toEqual([{ starts: 2 }]);
  });

  it('ends every process within ten seconds, even one that ignores repeated signals', async () => {
    const start = launch({ STUBBORN: '1' });
    await start.prints(banner);
    const pids = [await start.pidOf('api'), await start.pidOf('worker'), await postmaster()];
    const began = performance.now();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) start.kill(signal);
    expect(await start.ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000 + busyMachineMillis);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(existsSync(join(data, 'lock'))).toBe(false);
  });

  it('exits when the shell of npm was killed by the signal', async () => {
    const script =
      `require('child_process')` + `.spawn(process.execPath, ['${join(home, 'launcher.mjs')}'], { stdio: 'inherit' })`;
    const env = { PORT: `${port}`, DATA_DIR: data, npm_lifecycle_event: 'start' };
    const shell = new Launched(['-e', script], env);
    await shell.prints(banner);
    const pids = [await shell.pidOf('api'), await shell.pidOf('worker'), await postmaster()];
    shell.kill('SIGKILL');
    await until(() => !pids.some(isAlive) && !existsSync(join(data, 'lock')));
  });

  it('drains the API only if configured', async () => {
    const first = launch();
    await first.prints(/drains for 0 s/);
    await first.stop();
    await launch({ SHUTDOWN_DRAIN_SECONDS: '2' }).prints(/drains for 2 s/);
  });

  it('ignores environment variables of another PostgreSQL', async () => {
    const other = { PGHOST: '/nowhere', PGPORT: '1', PGUSER: 'nobody', PGPASSWORD: 'wrong', PGDATABASE: 'other' };
    const ways = {
      PGSSLMODE: 'require',
      PGOPTIONS: '-c statement_timeout=1',
      PGSERVICE: 'none',
      PGPASSFILE: '/nowhere',
    };
    const first = launch({ ...other, ...ways });
    await first.prints(banner);
    expect(await starts()).toEqual([{ starts: 1 }]);
    const command = run([program('cli'), 'reencrypt'], { DATA_DIR: data, ...other, ...ways });
    expect((await command).output).not.toMatch(/SSL|nowhere|timeout|SERVICE/);
  });

  it('restores the permissions of a copied data directory', async () => {
    await launch().prints(banner);
    await launched[0]!.stop();
    await chmod(join(data, 'postgres'), 0o755);
    await launch().prints(laterBanner);
    expect((await stat(join(data, 'postgres'))).mode & 0o777).toBe(0o700);
  });

  it('can be stopped while it creates its database', async () => {
    const start = launch();
    await until(() => existsSync(join(data, 'postgres.new', 'PG_VERSION')));
    expect(await start.stop()).toBe(0);
    expect(start.output).toBe('tandem: stopped\n');
    expect(existsSync(join(data, 'lock'))).toBe(false);
    await launch().prints(banner);
  });

  it('restarts an app that has died', async () => {
    const start = launch();
    await start.prints(banner);
    process.kill(await start.pidOf('api'), 'SIGKILL');
    await start.prints(/tandem: the api ended with SIGKILL; restarting in 1 s/);
    await start.prints(/api has pid[^]*api has pid/);
    await until(async () => (await starts().catch(() => undefined)) !== undefined);
    expect(await starts()).toEqual([{ starts: 2 }]);
  });

  it('restarts PostgreSQL on the same port', async () => {
    const start = launch();
    await start.prints(banner);
    process.kill(await postmaster(), 'SIGKILL');
    await start.prints(/tandem: PostgreSQL ended with SIGKILL; restarting it/);
    await until(async () => (await fetch(`http://127.0.0.1:${port}/starts`)).status === 200);
    expect(await starts()).toEqual([{ starts: 1 }]);
  });

  it('exits with one line when an app cannot start, and with 2 when it rejects its settings', async () => {
    const broken = launch({ EXIT_WITH: '1' });
    expect(await broken.ended).toBe(1);
    expect(broken.output).toContain('tandem: the worker ended with code 1 before it was ready\n');
    expect(await launch({ EXIT_WITH: '2' }).ended).toBe(2);
  });
});

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await check())) await pause(20);
}
