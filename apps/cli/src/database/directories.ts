import { randomUUID } from 'node:crypto';
import { mkdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Creates a directory and its parents; returns those created, outermost first. */
export async function makeDirectories(path: string, mode: number): Promise<string[]> {
  const missing: string[] = [];
  for (let at = resolve(path); !(await exists(at)); at = dirname(at)) missing.unshift(at);
  // One by one: Node's recursive mkdir never ends below /proc.
  for (const directory of missing) await mkdir(directory, { mode }).catch(unlessExists);
  return missing;
}

/** The reason why a directory, which need not exist, is not writable; undefined if it is. Leaves no files. */
export async function faultOfDirectory(path: string): Promise<string | undefined> {
  const draft = join(path, randomUUID());
  let created: string[] = [];
  try {
    created = await makeDirectories(path, 0o700);
    await writeFile(draft, '', { mode: 0o600 });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
    for (const directory of created.reverse()) await rmdir(directory).catch(() => undefined);
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

function unlessExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
