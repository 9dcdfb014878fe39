import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useFolder } from '@tandem/testing/use-folder';
import { environmentOfOtherRun } from './launched.js';

const execute = promisify(execFile);
const repository = fileURLToPath(new URL('../../../', import.meta.url));
/**
 * Copied, not linked: links in Tandem's packages lead into the copy, and the compiler refuses to name types outside it.
 */
const copiedPackages = ['@tandem', '@types'];

/** Copies the repository with its build output, so that little is compiled again, but without its history and data. */
async function copyRepository(directory: string): Promise<void> {
  const own = ['.ci', 'apps', 'examples', 'libs', 'tools'];
  const settings = (await readdir(repository)).filter((name) => /\.(json|ts|mjs|cjs)$/.test(name));
  for (const name of [...own, ...settings, '.prettierrc.json', '.prettierignore'])
    await cp(join(repository, name), join(directory, name), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !path.endsWith('/node_modules'),
    });
  await linkPackages(directory);
}

async function linkPackages(directory: string): Promise<void> {
  const [from, to] = [repository, directory].map((folder) => join(folder, 'node_modules')) as [string, string];
  await mkdir(to);
  const linked = (await readdir(from)).filter((name) => name !== '.cache' && !copiedPackages.includes(name));
  await Promise.all(linked.map((name) => symlink(join(from, name), join(to, name))));
  for (const name of copiedPackages)
    await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
  for (const home of ['apps', 'libs'])
    for (const name of await readdir(join(repository, home)))
      if (existsSync(join(repository, home, name, 'node_modules')))
        await symlink(join(repository, home, name, 'node_modules'), join(directory, home, name, 'node_modules'));
}

/** Applies one hunk of a diff to a file. */
async function patch(file: string, hunk: string): Promise<void> {
  const lines = hunk.trimEnd().split('\n');
  const before = lines.filter((line) => !line.startsWith('+'));
  const [old, updated] = [before, lines].map((some) => some.map((line) => line.slice(1)).join('\n')) as [
    string,
    string,
  ];
  const text = await readFile(file, 'utf8');
  expect(text).toContain(old);
  await writeFile(file, text.replace(old, updated));
}

/** Writes the files that the page shows, applies its diffs, and returns its commands. */
async function follow(page: string, directory: string): Promise<string[]> {
  let file = '';
  const commands: string[] = [];
  for (const [, path, kind, text] of page.matchAll(/^`([\w./-]+)`$|^```(\w+)\n([\s\S]*?)^```$/gm)) {
    if (path) file = join(directory, path);
    else if (kind === 'diff') await patch(file, text!);
    else if (kind === 'sh') commands.push(...text!.trim().split('\n'));
    else {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text!, { flag: 'wx' });
    }
  }
  return commands;
}

describe('a resource built by docs/add-a-resource.md', () => {
  const directory = useFolder();
  let commands: string[];

  beforeAll(async () => {
    await copyRepository(directory);
    commands = await follow(await readFile(join(repository, 'docs/add-a-resource.md'), 'utf8'), directory);
  });

  /** The output of a failed command. */
  async function failureOf(command: string): Promise<string | null> {
    try {
      await execute('sh', ['-c', command], { cwd: directory, env: environmentOfOtherRun() });
      return null;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      return stdout + stderr;
    }
  }

  it('passes every command of the page', async () => {
    expect(commands.at(-1)).toMatch(/^npm test -- rooms /);
    for (const command of commands) expect([command, await failureOf(command)]).toEqual([command, null]);
  }, 600_000);
});
