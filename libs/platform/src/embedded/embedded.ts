import { randomInt } from 'node:crypto';
import { mkdir, readFile, realpath } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { openCluster, type Cluster, type ClusterOptions } from './embedded-cluster.js';
import { EmbeddedPostgres, type ServerOptions } from './embedded-server.js';
import { withClient } from '../postgres/connection.js';

export interface EmbeddedPostgresOptions extends ClusterOptions, Omit<ServerOptions, 'port'> {
  /** Free by default; a restart gives the former one, so that clients find the database again. */
  port?: number | undefined;
}

/**
 * PostgreSQL from npm on a data directory of one's own, as an ordinary child process. The caller keeps a second start away
 * from the directory: a server found running on it counts as left behind by a killed process and is ended.
 */
export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
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

async function realPath(directory: string): Promise<string> {
  const parent = dirname(resolve(directory));
  await mkdir(parent, { recursive: true });
  return join(await realpath(parent), basename(directory));
}

// Between finding a free port and PostgreSQL taking it another process may be quicker: then it is tried on the next.
async function serve(cluster: Cluster, options: EmbeddedPostgresOptions, attempts = 5): Promise<EmbeddedPostgres> {
  const server = new EmbeddedPostgres(cluster, { ...options, port: options.port ?? (await freePort()) });
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

const leastPort = 10_000;

/**
 * A free port that the system gives to no outgoing connection: while PostgreSQL is down, such a connection could take the very
 * port that PostgreSQL must come back on.
 */
async function freePort(): Promise<number> {
  const outgoing = await firstOutgoingPort();
  for (let attempt = 0; attempt < 50 && outgoing > leastPort; attempt++) {
    const port = await listening(randomInt(leastPort, outgoing)).catch(() => undefined);
    if (port) return port;
  }
  return listening(0);
}

/** As Linux tells it; elsewhere what the IANA sets apart (RFC 6335, section 6). */
async function firstOutgoingPort(): Promise<number> {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '');
  return Number.parseInt(range, 10) || 49_152;
}

async function listening(wanted: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(wanted, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
