import type { ChildProcess } from 'node:child_process';
import { totalmem } from 'node:os';
import { createInterface } from 'node:readline';
import type { Cluster, EmbeddedPostgresOptions } from './embedded-cluster.js';
import { spawnAs } from './embedded-launch.js';

/** In MiB: an eighth of the memory, allocated only when used. `limit` is the container's in bytes; 0 without one. */
export const sharedBuffers = (memory: number, limit: number): number =>
  Math.floor(Math.min(Math.max(Math.min(memory, limit || memory) / 8 / 2 ** 20, 128), 1024));

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: `${sharedBuffers(totalmem(), process.constrainedMemory())}MB`,
  wal_compression: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  // The victim is retried, but until then its tenant's other work waits too.
  deadlock_timeout: '200ms',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  // Statements and details hold personal data, and the client receives them anyway.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_line_prefix: '%b: ',
  lc_messages: 'C',
};
/** For tests: nothing has to last, and several servers run at once. */
const volatileSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '500',
  // DROP DATABASE scans all of them.
  shared_buffers: '128MB',
};

const ready = /database system is ready to accept connections/;
const worthLogging = /\b(?:WARNING|FATAL|PANIC): |^(?!client backend|not initialized).*\bERROR: /;

export class EmbeddedPostgres {
  /** As the owner and superuser `tandem`, to the database `tandem`. */
  readonly url: string;
  readonly port: number;
  /** Settles when it accepts connections; rejects with its last error if it ends before. */
  readonly ready: Promise<void>;
  /** Settles with the exit code or signal. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  #stopping?: Promise<void>;
  #complaint = '';

  constructor(cluster: Cluster, port: number, options: EmbeddedPostgresOptions) {
    const { directory, binaries, launch, password } = cluster;
    this.port = port;
    this.url = `postgresql://tandem:${encodeURIComponent(password)}@127.0.0.1:${port}/tandem`;
    const all = { ...settings, ...(options.volatile ? volatileSettings : {}), port: `${port}` };
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    // A separate session: an interrupt from the terminal must reach Tandem first, which stops the database last.
    this.#child = spawnAs(launch, [binaries.postgres, '-D', directory, ...flags], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    // The exit rather than the close of stderr, which a hanging child process would keep open.
    this.ended = this.#event('exit');
    this.ready = this.#watch(options.log);
    this.ready.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Fast shutdown: disconnects clients and writes a checkpoint; SIGKILL after the grace period. */
  stop(graceMs = 8000): Promise<void> {
    return (this.#stopping ??= this.#stop(graceMs));
  }

  async #stop(graceMs: number): Promise<void> {
    this.#child.kill('SIGINT');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), graceMs);
    await this.ended;
    clearTimeout(timer);
  }

  #event(name: 'exit' | 'close'): Promise<string> {
    return new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(error.message));
      this.#child.once(name, (code: number | null, signal: string | null) => resolve(signal ?? `code ${code}`));
    });
  }

  async #watch(log: EmbeddedPostgresOptions['log']): Promise<void> {
    const accepting = new Promise<true>((resolve) => {
      createInterface({ input: this.#child.stderr! }).on('line', (line) => {
        if (ready.test(line)) resolve(true);
        if (!worthLogging.test(line)) return;
        this.#complaint = line;
        if (!this.#stopping) log?.(`postgres: ${line}`);
      });
    });
    const outcome = await Promise.race([accepting, this.#event('close')]);
    if (outcome !== true) throw new Error(`PostgreSQL did not start: ${this.#complaint || outcome}`);
  }
}
