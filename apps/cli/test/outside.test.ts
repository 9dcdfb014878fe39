import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useFolder } from '@tandem/testing/use-folder';
import { environmentOfOtherRun } from './launched.js';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../../', import.meta.url));

type Dependencies = Record<string, string>;

/** Tandem's packages in their folders, and others from Tandem's node_modules: nothing is downloaded. */
const here = (dependencies: Dependencies): Dependencies =>
  Object.fromEntries(
    Object.entries(dependencies).map(([name, version]) => {
      const own = version.startsWith('file:../../') ? version.slice('file:../../'.length) : undefined;
      const path = own ?? join('node_modules', name === 'typescript' ? 'typescript7' : name);
      return [name, `file:${join(repository, path)}`];
    }),
  );

const guide = () => readFile(join(repository, 'docs/extending.md'), 'utf8');

describe('the example package, copied to another folder', () => {
  const directory = useFolder();

  beforeAll(async () => {
    await cp(join(repository, 'examples/goals'), directory, {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist)(\/|$)/.test(path.slice(repository.length)),
    });
    const file = join(directory, 'package.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, Dependencies>;
    const { dependencies = {}, devDependencies = {} } = manifest;
    const linked = { ...manifest, dependencies: here(dependencies), devDependencies: here(devDependencies) };
    await writeFile(file, JSON.stringify(linked));
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund'], { cwd: directory });
  });

  it('compiles and passes its tests', async () => {
    const { stderr } = await run('npm', ['test'], { cwd: directory, env: environmentOfOtherRun() });
    expect(stderr).toMatch(/Tests: +\d+ passed, \d+ total/);
  }, 240_000);

  it('finds every import of the guide', async () => {
    const named = (await guide()).replaceAll('`…/', '`@tandem/platform/');
    const paths = new Set(named.match(/@tandem\/[\w-]+\/[\w-]+(?:[./][\w-]+)*/g));
    expect(paths).toContain('@tandem/platform/postgres/filters');
    const resolving = 'process.argv.slice(1).forEach((path) => require.resolve(path))';
    await run(process.execPath, ['--conditions=source', '-e', resolving, ...paths], { cwd: directory });
  });

  it('equals the files in the guide', async () => {
    const shown = [...(await guide()).matchAll(/^`([\w./-]+)`:?\n\n```\w+\n([\s\S]*?)^```$/gm)];
    expect(shown.length).toBeGreaterThan(8);
    for (const [, name, text] of shown)
      expect([name, text]).toEqual([name, await readFile(join(repository, 'examples/goals', name!), 'utf8')]);
  });
});
