import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

interface FolderOptions {
  /** What stands in it from the beginning, by name. */
  files?: Readonly<Record<string, string>>;
  /** What has a folder for itself: each test. Otherwise all share one. */
  anew?: 'test';
}

/** The path of a folder for the tests around, which is there when they run and removed after them. */
export function useFolder({ files = {}, anew }: FolderOptions = {}): string {
  const folder = join(tmpdir(), `tandem-${randomUUID()}`);
  const [opening, closing] = anew ? [beforeEach, afterEach] : [beforeAll, afterAll];
  opening(async () => {
    await mkdir(folder, { mode: 0o700 });
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  });
  closing(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
