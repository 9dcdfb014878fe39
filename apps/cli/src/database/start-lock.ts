import { execFile } from 'node:child_process';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Holder {
  pid: number;
  /** Start time of the process: a pid alone may be reused. */
  started: string;
}

/** Exclusive use of a data directory; a lock of a dead process is stale. */
export class StartLock {
  /** Takes the lock, also from a dead process; returns the pid of a living holder. */
  static async take(path: string): Promise<StartLock | number> {
    const mine = JSON.stringify({ pid: process.pid, started: await startOf(process.pid) });
    const draft = `${path}.${process.pid}`;
    await writeFile(draft, mine, { mode: 0o600 });
    try {
      // A hard link appears with its content or fails, so no process reads half a lock.
      while (!(await linked(draft, path))) {
        const holder = await livingHolder(path);
        if (holder) return holder;
      }
      return new StartLock(path, mine);
    } finally {
      await rm(draft, { force: true });
    }
  }

  private constructor(
    private readonly path: string,
    private readonly content: string,
  ) {}

  async release(): Promise<void> {
    const now = await readFile(this.path, 'utf8').catch(() => '');
    if (now === this.content) await rm(this.path, { force: true });
  }
}

async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function livingHolder(path: string): Promise<number | undefined> {
  const content = await readFile(path, 'utf8').catch(() => '');
  const holder = parse(content);
  if (holder && (await startOf(holder.pid)) === holder.started) return holder.pid;
  await removeStale(path, content);
  return undefined;
}

// Two starts may find the same stale lock: if the renamed file turns out to be the other's new lock, it is put back.
async function removeStale(path: string, content: string): Promise<void> {
  const aside = `${path}.stale.${process.pid}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readFile(aside, 'utf8').catch(() => content);
  if (moved !== content) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

function parse(content: string): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(content) as Partial<Holder>;
    return pid && started ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

/** Start time of a process, in a form of the platform; undefined if it does not run. */
export async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux')
    return run('ps', ['-o', 'lstart=', '-p', `${pid}`]).then(
      ({ stdout }) => stdout.trim() || undefined,
      () => undefined,
    );
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name before the last parenthesis may hold anything; the state follows it, and the start time is the 20th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 'ZX'.includes(fields[0]!) ? undefined : fields[19];
}
