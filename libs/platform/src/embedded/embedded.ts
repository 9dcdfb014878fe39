import { randomInt } from 'node:crypto';
import { mkdir, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { openCluster, type Cluster, type EmbeddedPostgresOptions } from './embedded-cluster.js';
import { EmbeddedPostgres } from './embedded-server.js';
import { withClient } from '../postgres/connection.js';

export type { EmbeddedPostgresOptions } from './embedded-cluster.js';

/** The caller prevents concurrent starts: a server that already runs on the directory is ended as left behind. */
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

/** Removes `PG…` variables, which concern another server but would affect every connection of the driver. */
export function forgetOtherServers(): void {
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]+$/.test(name)) delete process.env[name];
}

async function realPath(directory: string): Promise<string> {
  const parent = dirname(resolve(directory));
  await mkdir(parent, { recursive: true });
  return join(await realpath(parent), basename(directory));
}

// If the port was taken in the meantime, PostgreSQL is started on another one.
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

/** Outside the range of outgoing connections (RFC 6335, section 6), which could take it while PostgreSQL restarts. */
async function somePort(): Promise<number> {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '');
  return randomInt(minPort, Math.max(Number.parseInt(range, 10) || 49_152, 2 * minPort));
}
