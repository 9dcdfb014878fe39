import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

interface FolderOptions {
  /** Initial files, by name. */
  files?: Readonly<Record<string, string>>;
  /** A new folder for each test; by default all tests share one. */
  fresh?: 'test';
}

/** The path of a folder that exists during the surrounding tests. */
export function useFolder({ files = {}, fresh }: FolderOptions = {}): string {
  const folder = join(tmpdir(), `tandem-${randomUUID()}`);
  const [opening, closing] = fresh ? [beforeEach, afterEach] : [beforeAll, afterAll];
  opening(async () => {
    await mkdir(folder, { mode: 0o700 });
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  });
  closing(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
