import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { useFolder } from '@tandem/testing/use-folder';
import { type EmbeddedPostgresOptions, startPostgres } from './embedded.js';
import { type EmbeddedPostgres, sharedBuffers } from './embedded-server.js';

describe('embedded PostgreSQL', () => {
  const running: EmbeddedPostgres[] = [];
  afterEach(async () => void (await Promise.all(running.splice(0).map((database) => database.stop()))));
  const home = useFolder({ fresh: 'test' });
  const directory = join(home, 'postgres');

  async function start(options: Partial<EmbeddedPostgresOptions> = {}) {
    const database = await startPostgres({ directory, password: 'of the tests', volatile: true, ...options });
    running.push(database);
    return database;
  }

  it('keeps its data across restarts', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    expect(await query((await start()).url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('syncs to disk unless volatile, and uses UTF-8 and UTC', async () => {
    const { url } = await start({ volatile: false });
    const shown = await query(
      url,
      `SELECT current_setting('fsync') AS fsync, current_setting('timezone') AS zone, lower('ÄÉ') AS lower,
         current_setting('server_encoding') AS encoding, current_setting('data_checksums') AS checksums`,
    );
    expect(shown).toEqual([{ fsync: 'on', zone: 'UTC', lower: 'äé', encoding: 'UTF8', checksums: 'on' }]);
  });

  it('uses a share of the memory, or of its container limit', async () => {
    const gib = 2 ** 30;
    const shares = [
      [gib, 0],
      [8 * gib, 2 ** 64],
      [8 * gib, 2 * gib],
      [64 * gib, 0],
    ] as const;
    expect(shares.map(([memory, limit]) => sharedBuffers(memory, limit))).toEqual([128, 1024, 256, 1024]);
    const { url } = await start({ volatile: false });
    const [shown] = await query(
      url,
      `SELECT (pg_size_bytes(current_setting('shared_buffers')) / 1024 / 1024)::int AS mib`,
    );
    expect(shown).toEqual({ mib: sharedBuffers(totalmem(), process.constrainedMemory()) });
  });

  it('rejects a wrong password', async () => {
    const { url } = await start({ password: 'right' });
    await expect(query(url.replace('right', 'wrong'), 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('replaces a server that a killed parent left running', async () => {
    const orphan = await start();
    const next = await start();
    expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(next.pid).not.toBe(orphan.pid);
    expect(await orphan.ended).toBe('code 0');
  });

  it('starts despite the pid file of a killed server whose pid was reused', async () => {
    await (await start()).stop();
    await writeFile(join(directory, 'postmaster.pid'), `${process.pid}\n${directory}\n1\n1\n\n127.0.0.1\n1 1\nready\n`);
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('creates the data directory again after an interrupted initialisation', async () => {
    await mkdir(`${directory}.new/base`, { recursive: true });
    await writeFile(`${directory}.new/PG_VERSION`, '18\n');
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('reports when it is killed, and restarts on the same port', async () => {
    const first = await start();
    process.kill(first.pid!, 'SIGKILL');
    expect(await first.ended).toBe('SIGKILL');
    const second = await start({ port: first.port });
    expect(second.url).toBe(first.url);
  });

  it('reports when it is killed while a child process hangs, and restarts without that process', async () => {
    const first = await start();
    const hanging = new pg.Client({ connectionString: first.url });
    hanging.on('error', () => undefined);
    await hanging.connect();
    const { rows } = await hanging.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    process.kill(rows[0]!.pid, 'SIGSTOP');
    process.kill(first.pid!, 'SIGKILL');
    expect(await first.ended).toBe('SIGKILL');
    const second = await start({ port: first.port });
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('listens on a port that outgoing connections cannot take', async () => {
    const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '49152');
    expect((await start()).port).toBeLessThan(Number.parseInt(range, 10));
  });

  it('rejects data of another major version in one line', async () => {
    await (await start()).stop();
    await writeFile(join(directory, 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 17 and this is PostgreSQL 18; .*DATA_DIR$/);
  });

  it('leaves a directory of other files alone', async () => {
    await mkdir(directory);
    await writeFile(join(directory, 'letter.txt'), 'dear');
    await expect(start()).rejects.toThrow('is not empty and holds no PostgreSQL database');
    expect(await readFile(join(directory, 'letter.txt'), 'utf8')).toBe('dear');
  });

  it('can be aborted while it starts', async () => {
    const ending = new AbortController();
    const starting = start({ signal: ending.signal });
    ending.abort(new Error('no longer wanted'));
    await expect(starting).rejects.toThrow();
    expect((await start()).port).toBeGreaterThan(0);
  });

  it('does not start twice on a port', async () => {
    const { port } = await start();
    const other = start({ directory: join(home, 'other'), port });
    await expect(other).rejects.toThrow('PostgreSQL did not start');
  });
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
