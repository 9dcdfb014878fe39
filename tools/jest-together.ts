import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Config } from 'jest';

/** Folders of tests that open the product, and how many files are loaded together. */
const most: Readonly<Record<string, number>> = {
  'apps/api/test': 12,
  'libs/adapters/src': 12,
  'libs/platform/src/postgres': 12,
  'libs/platform/src/schema': 12,
  'libs/platform/src/store': 12,
};

/**
 * Loading the product takes longer than most files of tests do, so a run of all of them loads several together: as files made for it,
 * which import them. Their tests stand in a `describe`, or beside no hook: one of a whole file would be one of all its neighbours.
 */
export function together(root: string, made: string): Config {
  rmSync(join(root, made), { recursive: true, force: true });
  mkdirSync(join(root, made), { recursive: true });
  for (const [folder, count] of Object.entries(most)) {
    const files = testsIn(root, folder);
    for (let from = 0; from < files.length; from += count) {
      const imports = files.slice(from, from + count).map((file) => `import '${relative(made, file)}';\n`);
      const name = `${folder.replaceAll('/', '-')}-${from / count + 1}.test.ts`;
      writeFileSync(join(root, made, name), imports.join(''));
    }
  }
  return {
    testMatch: [`<rootDir>/{${made},{libs,apps}/*/{src,test}}/**/*.test.ts`],
    testPathIgnorePatterns: ['/node_modules/', ...Object.keys(most).map((folder) => `<rootDir>/${folder}/`)],
  };
}

const testsIn = (root: string, folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join(folder, file))
    .sort();
