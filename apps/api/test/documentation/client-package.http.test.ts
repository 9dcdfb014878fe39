import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Outbox } from '@tandem/domain/core/events/subscriptions';
import { useFolder } from '@tandem/testing/use-folder';
import { useWorld } from '@tandem/testing/world';
import { guides, operationsOfCurl, programsIn } from './guide-programs.js';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const programs = guides.flatMap(programsIn);

/** What the programs of guides print; others print nothing that is certain. */
const printed: Record<string, RegExp> = {
  client: /^(completed Write the launch post\n)+no such task\n0 contacts\n(\d+ \w.*\n)+$/,
  deals: /^EUR 1250000\n.*deal.*\n$/,
  'event-stream': /^(\d+ \w.*\n)+\d+ task\.completed\n$/,
  'lists-and-repeats': /^Write the launch post\n$/,
  'sorting-and-filtering': /^0 0\n$/,
};

/** The packages that a project has besides: of the client, and the types of Node. */
const installed = ['standardwebhooks', '@stablelib/base64', 'fast-sha256', '@types/node', 'undici-types'];
const compilers = [
  ['5.9', 'typescript5/bin/tsc'],
  ['6.0', 'typescript/bin/tsc6'],
  ['7.0', 'typescript7/bin/tsc'],
] as const;

/** A project with the package of the client as `npm install` leaves it. */
function useProject(): string {
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
  });
  return project;
}

describe('the package of the client in an empty project', () => {
  const world = useWorld({ fresh: 'tenants' });
  const { ada } = world;
  const project = useProject();

  beforeAll(() => {
    for (const { name, text } of programs)
      writeFileSync(join(project, `${name}.ts`), text.replaceAll('http://127.0.0.1:3000', world.address));
  });

  it('needs one package, and contains what is compiled only', () => {
    const folder = join(project, 'node_modules/@tandem/client');
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object };
    expect(Object.keys(dependencies)).toEqual(['standardwebhooks']);
    expect(readdirSync(folder).sort()).toEqual(['dist', 'package.json']);
  });

  it.each(compilers)('compiles the programs of the guides, strictly, with TypeScript %s', async (version, path) => {
    const compiler = join(repository, 'node_modules', path);
    const files = programs.map(({ name }) => `${name}.ts`);
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

  it.each(guides)('is shown in the guide to $guide for each command with curl', ({ guide, source }) => {
    const text = programs.map((program) => (program.guide === guide ? program.text : '')).join('');
    expect(operationsOfCurl(source).filter((name) => !text.includes(`.${name}(`))).toEqual([]);
  });

  it.each(guides.filter((guide) => programsIn(guide).some(({ name }) => name === guide.guide)))(
    'runs the program of the guide to $guide',
    async ({ guide }) => {
      const { body } = await ada.post('/tasks', { title: 'Write the launch post' });
      await ada.post(`/tasks/${body.id}/complete`);
      const outbox = world.api.container.get(Outbox);
      const relaying = setInterval(() => void outbox.relayAcrossTenants(), 100);
      const env = { PATH: process.env.PATH, TANDEM_API_KEY: ada.key, OPENAI_KEY: 'sk-0123456789' };
      const running = run(process.execPath, [`${guide}.js`], { cwd: project, env, timeout: 60_000 });
      const { stdout } = await running.finally(() => clearInterval(relaying));
      expect(stdout).toMatch(printed[guide] ?? /^/);
    },
  );
});
