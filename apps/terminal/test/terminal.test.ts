import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operations } from '@tandem/client/operations';
import { eventually } from '@tandem/testing/eventually';
import { mayUse } from '@tandem/testing/has-program';
import { freePort, hangUp, listen } from '@tandem/testing/local-server';
import { useWorld } from '@tandem/testing/world';
import type { Command } from 'commander';
import { kebab } from '../src/fields.js';
import { programOf } from '../src/main.js';
import { run as runCommand, Running } from './command.js';

describe('the command line', () => {
  const world = useWorld({ workers: 1 });
  const { ada } = world;
  let home: string;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'terminal-'));
  });

  afterAll(() => rm(home, { recursive: true }));

  const runWith = (settings: NodeJS.ProcessEnv, args: readonly string[], input?: string) =>
    runCommand({ XDG_CONFIG_HOME: home, ...settings }, args, input);
  const run = (...args: string[]) => runWith({ TANDEM_API_KEY: ada.key, TANDEM_BASE_URL: world.address }, args);
  const printed = async (...args: string[]) => JSON.parse((await run(...args)).out) as Record<string, unknown>;

  it('keeps a key from standard input in a file that only its owner reads, until logout', async () => {
    const login = ['login', '--with-token', '--base-url', world.address];
    expect((await runWith({}, ['whoami'])).code).toBe(3);
    expect((await runWith({}, login, 'wsk_live_wrong')).code).toBe(3);
    expect(await runWith({}, login, `${ada.key}\n`)).toMatchObject({ code: 0, error: '' });
    const file = join(home, 'tandem', 'config.json');
    expect([(await stat(file)).mode & 0o777, (await stat(join(home, 'tandem'))).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(JSON.parse((await runWith({}, ['whoami'])).out)).toMatchObject({ tenant: { id: ada.tenantId } });
    expect((await runWith({ TANDEM_PROFILE: 'other' }, ['whoami'])).code).toBe(3);
    expect((await runWith({}, ['logout'])).code).toBe(0);
    expect(await readFile(file, 'utf8')).not.toContain(ada.key);
  });

  it('creates, reads, changes and lists records', async () => {
    const { id } = await printed('tasks', 'create', '--title', 'Write the post', '--due-date', '2026-12-24');
    expect(await printed('tasks', 'get', id as string)).toMatchObject({ due_date: '2026-12-24' });
    await run('tasks', 'update', id as string, '--data', '{"priority":"low","title":"Draft"}', '--title', 'Post');
    expect(await printed('tasks', 'get', id as string)).toMatchObject({ title: 'Post', priority: 'low' });
    expect(await printed('tasks', 'list')).toEqual([expect.objectContaining({ id })]);
    expect(await run('tasks', 'list', '--quiet')).toMatchObject({ out: `${id as string}\n` });
    expect(await run('tasks', 'delete', id as string)).toMatchObject({ code: 0, out: '' });
  });

  it('clears fields and lists, and takes no broken JSON for a text', async () => {
    const { id } = await printed('tasks', 'create', '--title', 'A', '--description', 'B', '--due-date', '2026-12-24');
    const label = await printed('tasks', 'create-label', '--name', 'red', '--color', '#ff0000');
    const update = (...args: string[]) => run('tasks', 'update', id as string, ...args);
    expect((await update('--label-ids', label.id as string, '--metadata', '{"a":1}')).code).toBe(0);
    expect((await update('--metadata', '{bad')).code).toBe(2);
    expect(await printed('tasks', 'get', id as string)).toMatchObject({ metadata: { a: 1 }, label_ids: [label.id] });
    expect(await update('--description', 'null', '--due-date', 'null', '--label-ids', '[]')).toMatchObject({
      code: 0,
      error: '',
    });
    const cleared = { description: null, due_date: null, label_ids: [] };
    expect(await printed('tasks', 'get', id as string)).toMatchObject(cleared);
  });

  it('reads a body from a file', async () => {
    const file = join(home, 'note.json');
    await writeFile(file, JSON.stringify({ title: 'From a file', tags: ['one'] }));
    expect(await printed('notes', 'create', '--data', `@${file}`, '--tags', 'a', '--tags', 'b')).toMatchObject({
      title: 'From a file',
      tags: ['a', 'b'],
    });
  });

  it('reads every page with --all, a record a line', async () => {
    for (let n = 0; n < 7; n++) await ada.post('/contacts', { display_name: `Contact ${n}` });
    const { out } = await run('contacts', 'list', '--limit', '3', '--all');
    const names = out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { display_name: string }).display_name);
    expect(new Set(names).size).toBe(7);
    expect((await run('contacts', 'list', '--limit', '3')).error).toContain('--all');
  });

  it('streams exports, and sends requests to any path', async () => {
    await ada.post('/contacts', { display_name: 'Exported' });
    expect((await run('exports', 'contacts')).out).toMatch(/"type":"end".*\n$/);
    expect(await printed('api', 'GET', '/me')).toMatchObject({ tenant: { id: ada.tenantId } });
    expect((await run('api', 'GET', '/tasks/none')).code).toBe(1);
  });

  it('reports failures by exit code, and on one line without the key', async () => {
    const missing = await run('tasks', 'get', '019ab1c2-2c26-7b46-8b68-ffc68ff99b45');
    expect(missing).toMatchObject({ code: 4, out: '' });
    expect(missing.error).toMatch(/^not_found: .* \(.+\)\n$/);
    expect((await run('tasks', 'create', '--title', '')).code).toBe(1);
    expect((await run('tasks', 'create', '--position', 'x')).code).toBe(2);
    expect((await run('tasks', 'no-such-verb')).code).toBe(2);
    expect((await run('tasks', 'create', '--data', '{')).code).toBe(2);
    expect((await run('tasks', 'create', '--data', '@/no/such/file')).code).toBe(2);
    const away = `http://127.0.0.1:${await freePort()}`;
    const unreachable = await runWith({ TANDEM_API_KEY: ada.key, TANDEM_BASE_URL: away }, ['api', 'GET', '/me']);
    expect(unreachable).toMatchObject({ code: 7, error: `${away} did not respond: ECONNREFUSED\n` });
    await ada.post('/projects', { name: 'A', identifier: 'TWICE' });
    expect((await run('projects', 'create', '--name', 'B', '--identifier', 'TWICE')).code).toBe(5);
    for (const { error } of [missing, unreachable]) expect(error).not.toContain(ada.key);
  });

  it('shows a key to no other server, and neither a key nor control characters in an error', async () => {
    const kept = { XDG_CONFIG_HOME: join(home, 'kept') };
    expect(await runWith(kept, ['login', '--with-token', '--base-url', world.address], ada.key)).toMatchObject({
      code: 0,
    });
    const elsewhere = await runWith({ ...kept, TANDEM_BASE_URL: 'http://127.0.0.1:9' }, ['whoami']);
    expect(elsewhere).toMatchObject({ code: 3, error: expect.stringContaining('set TANDEM_API_KEY') });
    for (const settings of [{ TANDEM_BASE_URL: 'nonsense' }, { TANDEM_API_KEY: 'wsk_a\nsecret' }]) {
      const refused = await runWith({ TANDEM_API_KEY: ada.key, ...settings }, ['whoami']);
      expect(refused).toMatchObject({ code: 2, error: expect.not.stringContaining('secret') });
    }
    const server = createServer(({ url }, response) => {
      if (url === '/api/v1/me') return response.writeHead(429, { 'retry-after': '120' }).end();
      const problem = { status: 400, code: 'invalid_body', title: 'x', detail: 'a \u001b[31mred\u001b[0m word' };
      return response.writeHead(400, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
    });
    const settings = { TANDEM_API_KEY: ada.key, TANDEM_BASE_URL: await listen(server) };
    expect((await runWith(settings, ['--profile', 'any', 'tasks', 'list'])).error).toBe(
      'invalid_body: a  [31mred [0m word\n',
    );
    expect((await runWith(settings, ['whoami'])).code).toBe(6);
    await hangUp(server);
  });

  it('takes no credential as an argument', async () => {
    const settings = { TANDEM_API_KEY: ada.key, TANDEM_BASE_URL: world.address };
    const store = ['integration-keys', 'store', 'openai'];
    const refused = await run(...store, '--key', 'sk-argument-0001');
    expect(refused).toMatchObject({ code: 2, error: expect.not.stringContaining('sk-argument') });
    expect((await run('apps', 'create', '--help')).out).toMatch(/--data <json> .* also for auth/);
    expect((await run('apps', 'create', '--auth', '{}')).code).toBe(2);
    expect((await runWith(settings, [...store, '--data', '-'], '{"key":"sk-from-input-0002"}')).out).toContain('0002');
    expect(await run(...store, '--key')).toMatchObject({ code: 2, error: expect.stringContaining('--data') });
  });

  if (mayUse('script'))
    it('asks for a credential on a terminal, without showing it', async () => {
      const settings = { XDG_CONFIG_HOME: home, TANDEM_API_KEY: ada.key, TANDEM_BASE_URL: world.address };
      const typed = new Running(settings, ['integration-keys', 'store', 'openai', '--key'], true);
      await eventually(() => expect(typed.output).toContain('key'));
      typed.type('sk-typed-0003\r');
      expect(await typed.exit).toBe(0);
      expect(typed.output).toContain('0003');
      expect(typed.output).not.toContain('sk-typed');
    });

  it('has short names for what people do most', async () => {
    await ada.post('/projects', { name: 'Shop', identifier: 'SHOP' });
    const task = await printed('task', 'add', 'Price list', '--project', 'shop', '--due', '2026-12-24');
    expect(task).toMatchObject({ identifier: 'SHOP-1', due_date: '2026-12-24' });
    expect(await printed('task', 'done', 'SHOP-1')).toMatchObject({ id: task.id, state: 'completed' });
    expect(await printed('note', 'add', 'Prices', '--body', 'of 2027')).toMatchObject({ body: 'of 2027' });
    expect((await run('task', 'add', 'x', '--project', 'NONE')).code).toBe(4);
    expect((await run('export', 'projects')).out).toContain('"identifier":"SHOP"');
    expect(await printed('search', 'no such word', '--json')).toEqual([]);
    expect((await run('open', '/docs')).out).toBe(`${world.address}/docs\n`);
  });

  it('starts runs of agents and waits for their end', async () => {
    const input = ['--input', '{"message":"hello"}'];
    const ended = await printed('runs', 'start', 'echo', ...input, '--wait');
    expect(ended).toMatchObject({ status: 'succeeded', output: { message: 'hello' } });
    expect(await printed('runs', 'watch', ended.id as string)).toMatchObject({ id: ended.id, status: 'succeeded' });
    const later = await printed('runs', 'start', 'echo', ...input, '--run-at', '2030-01-01T00:00:00Z');
    const watching = run('runs', 'watch', later.id as string);
    await run('agents', 'cancel-run', 'echo', later.id as string);
    expect(await watching).toMatchObject({ code: 1, out: expect.stringContaining('"cancelled"') });
    expect((await run('runs', 'watch', 'x')).code).toBe(2);
  });

  it('has a command with help for every operation', async () => {
    const program = programOf();
    const named = (commands: readonly Command[], name: string) => commands.find((command) => command.name() === name);
    for (const { tag, verb, response, fields } of operations) {
      if (response === 'events') continue;
      const help = named(named(program.commands, kebab(tag))!.commands, kebab(verb))!.helpInformation();
      for (const { name, in: place, secret } of fields)
        expect(help).toContain(secret ? kebab(name) : place === 'path' ? `<${kebab(name)}>` : `--${kebab(name)} `);
    }
    expect(await run('events', 'tail', '--help')).toMatchObject({ code: 0, error: '' });
  });
});
