import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Outbox } from '@tandem/domain/core/events/subscriptions';
import { eventually } from '@tandem/testing/eventually';
import { freePort } from '@tandem/testing/local-server';
import { useFolder } from '@tandem/testing/use-folder';
import { useWorld } from '@tandem/testing/world';
import { guides, operationsOfCurl, type Program, programsIn } from './guide-programs.js';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const programs = guides.flatMap(programsIn);

/** What the programs of guides print; others print nothing that is certain. */
const printed: Record<string, RegExp> = {
  client: /^(completed Write the launch post\n)+no such task\n0 contacts\n(\d+ \w.*\n)+$/,
  deals: /^EUR 1250000\n.*deal.*\n$/,
  'event-stream': /^(\d+ \w.*\n)+\d+ task\.completed\n$/,
  'lists-and-repeats': /^Write the launch post\n$/,
  README: /^(.* launch post\n)?Choose a colour\n(.* launch post\n)?\/title title must be .*\n(\d+ \w.*\n)+$/,
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
  beforeAll(async () => {
    const modules = join(project, 'node_modules');
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
  const project = useProject();
  const { ada, receiver } = world;

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

  it('compiles the programs of the guides, strictly, with TypeScript 5.9, 6.0 and 7.0', async () => {
    const files = programs.map(({ name }) => `${name}.ts`);
    const options = '--strict --exactOptionalPropertyTypes --skipLibCheck false --module nodenext --target es2023';
    const compile = async ([version, path]: (typeof compilers)[number]) => {
      const compiler = join(repository, 'node_modules', path);
      expect((await run(process.execPath, [compiler, '--version'])).stdout).toContain(`Version ${version}.`);
      const emitting = version === '7.0' ? [] : ['--noEmit'];
      const args = [compiler, ...options.split(' '), ...emitting, '--types', 'node', ...files];
      return run(process.execPath, args, { cwd: project }).catch((error: { stdout: string }) => error);
    };
    const complaints = await Promise.all(compilers.map(compile));
    expect(complaints.map(({ stdout }) => stdout)).toEqual(['', '', '']);
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

  it.each(guides.filter(({ guide }) => guide !== 'README'))(
    'is shown in the guide to $guide for each command with curl',
    ({ guide, source }) => {
      const text = programs.map((program) => (program.guide === guide ? program.text : '')).join('');
      expect(operationsOfCurl(source).filter((name) => !text.includes(`.${name}(`))).toEqual([]);
    },
  );

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

  it('receives a delivery with the route of the guide to the client, and refuses a changed one', async () => {
    const endpoint = (await ada.post('/webhook-endpoints', { url: receiver.url, event_types: ['task.*'] })).body;
    await ada.post(`/webhook-endpoints/${endpoint.id}/test`);
    const { headers, body } = receiver.received[0]!;
    const requests = [body, body.replace('test', 'tesu')].map((text) => ({ method: 'POST', headers, body: text }));
    const program = `import { POST } from './client-route.js';
      for (const request of ${JSON.stringify(requests)})
        console.log((await POST(new Request('http://localhost/hooks', request))).status);`;
    const env = { PATH: process.env.PATH, WEBHOOK_SECRET: endpoint.signing_secret as string };
    const running = run(process.execPath, ['--input-type=module', '-e', program], { cwd: project, env });
    expect((await running).stdout).toBe('204\n400\n');
  });
});

describe('the guide to getting started', () => {
  const world = useWorld({ workers: 1 });
  const { ada } = world;
  const project = useProject();

  it('leads to a verified webhook and a live stream, with its programs unchanged', async () => {
    const port = await freePort();
    const [hello, endpoint, receiver, stream] = programs.filter(({ guide }) => guide === 'getting-started');
    for (const { name, text } of [hello!, endpoint!, receiver!, stream!]) {
      const placed = text.replaceAll('http://127.0.0.1:3000', world.address).replaceAll('4000', String(port));
      writeFileSync(join(project, `${name}.mjs`), placed);
    }
    const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, TANDEM_API_KEY: ada.key };
    const start = ({ name }: Program) => run(process.execPath, [`${name}.mjs`], { cwd: project, env, timeout: 60_000 });
    env['WEBHOOK_SECRET'] = (await start(endpoint!)).stdout.trim();
    const lasting = [start(receiver!), start(stream!)];
    let reported = '';
    for (const { child } of lasting) child.stdout!.on('data', (data: Buffer) => (reported += data.toString()));
    const unsigned = () => fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', body: '{}' });
    await eventually(async () => expect((await unsigned()).status).toBe(400));
    await start(hello!);
    await eventually(() => {
      expect(reported).toMatch(/^webhook task\.created Write the launch post$/m);
      expect(reported).toMatch(/^stream \d+ task\.created$/m);
    });
    for (const { child } of lasting) child.kill();
    await Promise.allSettled(lasting);
  });
});
