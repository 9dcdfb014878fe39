import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { openCluster, type Cluster, type ClusterOptions } from './embedded-cluster.js';
import { freePort } from './embedded-port.js';
import { EmbeddedServer, type ServerOptions } from './embedded-server.js';

export interface EmbeddedPostgresOptions extends ClusterOptions, Omit<ServerOptions, 'port'> {
  /** Free by default; a restart gives the former one, so that clients find the database again. */
  port?: number | undefined;
  /** Called once when the server ends without having been stopped. */
  onExit?: ((reason: string) => void) | undefined;
}

/**
 * PostgreSQL from npm on a data directory of one's own, as an ordinary child process. The caller keeps a second start away
 * from the directory: a server found running on it counts as left behind by a killed process and is ended.
 */
export class EmbeddedPostgres {
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const directory = await realPath(options.directory);
    const cluster = await openCluster({ ...options, directory });
    const { server, port } = await serve(cluster, options);
    const url = `postgresql://tandem:${encodeURIComponent(cluster.password)}@127.0.0.1:${port}/tandem`;
    try {
      await ensureDatabase(url);
      options.signal?.throwIfAborted();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return new EmbeddedPostgres(url, port, server, options.onExit);
  }

  #stopped = false;

  private constructor(
    /** As the owner and superuser `tandem`, to the database `tandem`. */
    readonly url: string,
    readonly port: number,
    private readonly server: EmbeddedServer,
    onExit?: (reason: string) => void,
  ) {
    void server.ended.then((reason) => this.#stopped || onExit?.(reason));
  }

  get pid(): number | undefined {
    return this.server.pid;
  }

  async stop(graceMs?: number): Promise<void> {
    this.#stopped = true;
    await this.server.stop(graceMs);
  }
}

async function realPath(directory: string): Promise<string> {
  const parent = dirname(resolve(directory));
  await mkdir(parent, { recursive: true });
  return join(await realpath(parent), basename(directory));
}

// Between finding a free port and PostgreSQL taking it another process may be quicker: then it is tried on the next.
async function serve(cluster: Cluster, options: EmbeddedPostgresOptions, attempts = 5) {
  const port = options.port ?? (await freePort());
  const server = new EmbeddedServer(cluster, { ...options, port });
  try {
    await readyUnlessAborted(server, options.signal);
    return { server, port };
  } catch (error) {
    const taken = options.port === undefined && (error as Error).message.includes('TCP/IP');
    if (!taken || attempts <= 1) throw error;
  }
  return serve(cluster, options, attempts - 1);
}

async function readyUnlessAborted(server: EmbeddedServer, signal: AbortSignal | undefined): Promise<void> {
  const abort = () => void server.stop();
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  await server.ready.finally(() => signal?.removeEventListener('abort', abort));
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url.replace(/\/tandem$/, '/postgres'),
    connectionTimeoutMillis: 30_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'tandem'");
    if (!rowCount) await client.query('CREATE DATABASE tandem');
  } finally {
    await client.end();
  }
}
