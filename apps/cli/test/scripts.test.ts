import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { useFolder } from '@tandem/testing/use-folder';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const apps = ['api', 'worker', 'cli'] as const;

describe('the repository', () => {
  const text = (file: string) => readFile(join(repository, file), 'utf8');

  it('has the licence that package.json names, and a changelog', async () => {
    const { license } = JSON.parse(await text('package.json')) as { license: string };
    expect((await text('LICENSE')).split('\n')[0]).toBe(`${license} License`);
    expect(await text('CHANGELOG.md')).toMatch(/^## \[Unreleased\]$/m);
  });
});

describe('the scripts of an installation without the compiler', () => {
  const folder = useFolder({ fresh: 'test' });

  beforeEach(async () => {
    const files = [
      'package.json',
      'tools/build.mjs',
      'apps/cli/bin/tandem-server.mjs',
      ...apps.map((app) => `apps/${app}/package.json`),
    ];
    for (const file of files) await cp(join(repository, file), join(folder, file));
    await mkdir(join(folder, 'node_modules/@tandem'), { recursive: true });
    for (const app of apps) await symlink(join(folder, 'apps', app), join(folder, 'node_modules/@tandem', app));
  });

  const put = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  };

  const npm = (...args: string[]) =>
    new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile('npm', ['--silent', ...args], { cwd: folder }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
      );
    });

  it.each([
    ['start:api', 'api'],
    ['start:worker', 'worker'],
    ['migrate', 'cli'],
    ['cli', 'cli'],
    ['start', 'cli'],
  ])('%s runs the existing build', async (script, app) => {
    for (const one of apps) await put(`apps/${one}/dist/main.js`, `console.log('the built ${one}')`);
    expect(await npm('run', script)).toEqual({ code: 0, output: `the built ${app}\n` });
  });

  it.each(['start:api', 'start:worker', 'migrate', 'cli'])(
    '%s reports what is missing if there is no build',
    async (script) => {
      expect(await npm('run', script)).toEqual({
        code: 1,
        output: 'tandem: this is not built yet; run: npm run build\n',
      });
    },
  );

  it('a missing package is named', async () => {
    await put('apps/api/dist/main.js', `import 'expresso'`);
    const { code, output } = await npm('run', 'start:api');
    expect(code).toBe(1);
    expect(output).toMatch(/^tandem: Cannot find package 'expresso' .*; run: npm install\n$/);
  });

  it.each(['start', 'build'])('%s shows how to install the compiler', async (script) => {
    expect(await npm('run', script)).toEqual({
      code: 1,
      output: expect.stringMatching(/^tandem: the compiler is not installed .*; run: npm install --include=dev\n$/),
    });
  });
});
