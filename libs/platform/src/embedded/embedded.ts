import { randomInt } from 'node:crypto';
import { mkdir, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { openCluster, type Cluster, type EmbeddedPostgresOptions } from './embedded-cluster.js';
import { EmbeddedPostgres } from './embedded-server.js';
import { withClient } from '../postgres/connection.js';

export type { EmbeddedPostgresOptions } from './embedded-cluster.js';

/**
 * PostgreSQL from npm on a data directory of one's own, as an ordinary child process. The caller keeps a second start away
 * from the directory: a server found running on it counts as left behind by a killed process and is ended.
 */
export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  forgetOtherServers();
  const directory = await realPath(options.directory);
  const cluster = await openCluster({ ...options, directory });
  const server = await serve(cluster, options);
  try {
    await ensureDatabase(server.url);
    options.signal?.throwIfAborted();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/**
 * Takes the `PG…` variables of a shell out of the environment of this process and those it starts: the driver adds them to every
 * address, and they are about another server.
 */
export function forgetOtherServers(): void {
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]+$/.test(name)) delete process.env[name];
}

async function realPath(directory: string): Promise<string> {
  const parent = dirname(resolve(directory));
  await mkdir(parent, { recursive: true });
  return join(await realpath(parent), basename(directory));
}

// Another process may have the port: then PostgreSQL is tried on the next one.
async function serve(cluster: Cluster, options: EmbeddedPostgresOptions, attempts = 5): Promise<EmbeddedPostgres> {
  const server = new EmbeddedPostgres(cluster, options.port ?? (await somePort()), options);
  try {
    await readyUnlessAborted(server, options.signal);
    return server;
  } catch (error) {
    const taken = options.port === undefined && (error as Error).message.includes('TCP/IP');
    if (!taken || attempts <= 1) throw error;
  }
  return serve(cluster, options, attempts - 1);
}

async function readyUnlessAborted(server: EmbeddedPostgres, signal: AbortSignal | undefined): Promise<void> {
  const abort = () => void server.stop();
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  await server.ready.finally(() => signal?.removeEventListener('abort', abort));
}

const ensureDatabase = (url: string): Promise<void> =>
  withClient(
    url.replace(/\/tandem$/, '/postgres'),
    async (client) => {
      const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'tandem'");
      if (!rowCount) await client.query('CREATE DATABASE tandem');
    },
    30_000,
  );

const minPort = 10_000;

/**
 * A port outside the range of outgoing connections: while PostgreSQL is down, such a connection could take the port that it must
 * come back on. Linux says where that range begins, elsewhere RFC 6335, section 6.
 */
async function somePort(): Promise<number> {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '');
  return randomInt(minPort, Math.max(Number.parseInt(range, 10) || 49_152, 2 * minPort));
}
