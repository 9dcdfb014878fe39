import { randomUUID } from 'node:crypto';
import { mkdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Makes a directory and those above it; returns what it made, from the outside in. */
export async function makeDirectories(path: string, mode: number): Promise<string[]> {
  const missing: string[] = [];
  for (let at = resolve(path); !(await isThere(at)); at = dirname(at)) missing.unshift(at);
  // One after the other: Node's own recursive mkdir never ends below /proc.
  for (const directory of missing) await mkdir(directory, { mode }).catch(unlessMadeMeanwhile);
  return missing;
}

/** Why no file can be written to a directory, which need not exist yet; undefined where it can. Leaves nothing behind. */
export async function faultOfDirectory(path: string): Promise<string | undefined> {
  const draft = join(path, randomUUID());
  let made: string[] = [];
  try {
    made = await makeDirectories(path, 0o700);
    await writeFile(draft, '', { mode: 0o600 });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
    for (const directory of made.reverse()) await rmdir(directory).catch(() => undefined);
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

function unlessMadeMeanwhile(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
