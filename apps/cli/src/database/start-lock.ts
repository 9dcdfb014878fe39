import { execFile } from 'node:child_process';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Holder {
  pid: number;
  /** A pid may be used again after its process has ended; pid and start together are not. */
  started: string;
}

/** The right of one process to use a data directory; it ends with the process, however that ends. */
export class StartLock {
  /** Takes the lock, over one whose process has gone; returns its holder where that is alive. */
  static async take(path: string): Promise<StartLock | number> {
    const mine = JSON.stringify({ pid: process.pid, started: await startOf(process.pid) });
    const draft = `${path}.${process.pid}`;
    await writeFile(draft, mine, { mode: 0o600 });
    try {
      // A hard link appears with its whole content or fails, so no other process ever reads half a lock.
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

// Two starts may find the same stale lock: moved aside first, a fresh one that the other has just made is put back.
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

/** When a process began, in the machine's own terms; undefined where none of that pid lives. */
export async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux')
    return run('ps', ['-o', 'lstart=', '-p', `${pid}`]).then(
      ({ stdout }) => stdout.trim() || undefined,
      () => undefined,
    );
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name before the last parenthesis may hold anything; the state follows it, and the start is the 20th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 'ZX'.includes(fields[0]!) ? undefined : fields[19];
}
