import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Outbox } from '@tandem/domain/core/events/subscriptions';
import { useFolder } from '@tandem/testing/use-folder';
import { useWorld } from '@tandem/testing/world';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const guide = readFileSync(join(repository, 'docs/guides/client.md'), 'utf8');
const samples = [...guide.matchAll(/^## (\w+)\n(?:(?!^## )[^])*?```ts\n([^]*?)```/gm)].map(
  ([, title = '', text = '']) => [title.toLowerCase(), text] as const,
);

/** The packages that a project has besides: of the client, and the types of Node. */
const installed = ['standardwebhooks', '@stablelib/base64', 'fast-sha256', '@types/node', 'undici-types'];
const compilers = [
  ['5.9', 'typescript5/bin/tsc'],
  ['6.0', 'typescript/bin/tsc6'],
  ['7.0', 'typescript7/bin/tsc'],
] as const;

describe('the package of the client in an empty project', () => {
  const world = useWorld();
  const { ada } = world;
  const project = useFolder();
  const modules = join(project, 'node_modules');

  beforeAll(async () => {
    const packing = ['pack', '--offline', '--silent', '--pack-destination', project];
    await run('npm', packing, { cwd: join(repository, 'libs/client') });
    const [tarball = ''] = readdirSync(project).filter((file) => file.endsWith('.tgz'));
    mkdirSync(join(modules, '@tandem/client'), { recursive: true });
    await run('tar', ['-xzf', join(project, tarball), '--strip-components=1', '-C', join(modules, '@tandem/client')]);
    for (const name of installed) {
      mkdirSync(dirname(join(modules, name)), { recursive: true });
      symlinkSync(join(repository, 'node_modules', name), join(modules, name));
    }
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
    for (const [name, text] of samples)
      writeFileSync(join(project, `${name}.ts`), text.replace('http://127.0.0.1:3000', world.address));
  });

  it('needs one package, and contains what is compiled only', () => {
    const folder = join(modules, '@tandem/client');
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object };
    expect(Object.keys(dependencies)).toEqual(['standardwebhooks']);
    expect(readdirSync(folder).sort()).toEqual(['dist', 'package.json']);
  });

  it.each(compilers)('compiles the samples of the guide, strictly, with TypeScript %s', async (version, path) => {
    const compiler = join(repository, 'node_modules', path);
    const files = samples.map(([name]) => `${name}.ts`);
    const options = '--strict --exactOptionalPropertyTypes --skipLibCheck false --module nodenext --target es2023';
    expect((await run(process.execPath, [compiler, '--version'])).stdout).toContain(`Version ${version}.`);
    const compiling = run(process.execPath, [compiler, ...options.split(' '), '--types', 'node', ...files], {
      cwd: project,
    });
    await compiling.catch((error: { stdout: string }) => expect(error.stdout).toBe(''));
  });

  it('refuses an unknown field, value and code when compiling', async () => {
    const text = `import { Tandem, TandemProblem } from '@tandem/client';
      const tandem = new Tandem({ baseUrl: '${world.address}' });
      await tandem.tasks.create({ body: { titel: 'x' } });
      await tandem.tasks.create({ body: { title: 'x', priority: 'highest' } });
      const { response } = await tandem.tasks.list({}, { responseStyle: 'fields' });
      if (response instanceof TandemProblem) response.is('no_such_code');`;
    writeFileSync(join(project, 'mistakes.ts'), text);
    const compiler = join(repository, 'node_modules/typescript7/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
    const { stdout } = await run(process.execPath, [compiler, ...options, 'mistakes.ts'], { cwd: project }).catch(
      (error: { stdout: string }) => error,
    );
    expect([...stdout.matchAll(/mistakes\.ts\((\d+)/g)].map(([, line]) => Number(line))).toEqual([3, 4, 6]);
  });

  it.each(['quickstart', 'retries', 'pages', 'events'])('runs the sample of %s', async (name) => {
    await world.api.container.get(Outbox).relayAcrossTenants();
    const env = { PATH: process.env.PATH, TANDEM_API_KEY: ada.key };
    const { stdout } = await run(process.execPath, [`${name}.js`], { cwd: project, env, timeout: 60_000 });
    const printed: Record<string, RegExp> = {
      quickstart: /^completed Write the launch post\nno such task\n$/,
      retries: /^$/,
      pages: /^0 contacts\n$/,
      events: /^\d+ Write the launch post\n$/,
    };
    expect(stdout).toMatch(printed[name]!);
  });
});
