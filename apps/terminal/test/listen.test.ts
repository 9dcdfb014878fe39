import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { mayUse } from '@tandem/testing/has-program';
import { freePort, hangUp, startProxy } from '@tandem/testing/local-server';
import { responding } from '@tandem/testing/outside/webhook-receiver';
import { useWorld } from '@tandem/testing/world';
import { Webhook } from 'standardwebhooks';
import { run, Running } from './command.js';

describe('webhooks listen', () => {
  const world = useWorld({ workers: 1, fresh: 'tenants' });
  const { ada, receiver } = world;
  const started: Running[] = [];
  let home: string;
  let secret: string;
  let settings: NodeJS.ProcessEnv;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'listen-'));
    secret = (await run({ XDG_CONFIG_HOME: home }, ['webhooks', 'listen', '--print-secret'])).out.trim();
  });

  beforeEach(() => {
    const folders = { XDG_CONFIG_HOME: home, XDG_STATE_HOME: home };
    settings = { ...folders, TANDEM_API_KEY: ada.key, TANDEM_BASE_URL: world.address };
  });

  afterEach(() => Promise.all(started.splice(0).map((command) => command.end('SIGKILL'))));
  afterAll(() => rm(home, { recursive: true }));

  const listenWith = async (...args: string[]): Promise<Running> => {
    const command = new Running(settings, ['webhooks', 'listen', '--forward-to', `${receiver.url}/hook`, ...args]);
    started.push(command);
    await eventually(() => expect(command.output).toContain('Signing secret'));
    return command;
  };
  const create = (title: string) => ada.post('/tasks', { title });
  const titles = () => receiver.at('/hook').map(({ event }) => event.data.title);
  const receives = (...expected: string[]) => eventually(() => expect(titles()).toEqual(expected));
  const tasksCreated = ['--events', 'task.created'];

  it('forwards the webhooks of events in order, signed, byte for byte, and reports each outcome', async () => {
    await ada.post('/webhook-endpoints', { url: `${receiver.url}/endpoint`, event_types: ['task.created'] });
    const command = await listenWith('--events', 'task.created,note.*', '--since', '0');
    const { body: project } = await ada.post('/projects', { name: 'Web', identifier: 'WEB' });
    await ada.post('/tasks', {
      title: 'First',
      project_id: (project as { id: string }).id,
      metadata: { b: 1.5, 10: 'ü', 9: null },
    });
    for (let n = 0; n < 20; n++) await create(`${n}`);
    await ada.post('/notes', { title: 'Last' });
    await receives('First', ...Array.from({ length: 20 }, (_, n) => `${n}`), 'Last');
    for (const { body, headers, event } of receiver.at('/hook')) {
      expect(new Webhook(secret).verify(body, headers)).toEqual(event);
      expect(headers).toMatchObject({ 'webhook-id': event.id, 'x-delivery-attempt': '1' });
    }
    const { id: eventId } = receiver.at('/hook')[0]!.event;
    const delivered = await eventually(() => {
      const delivery = receiver.at('/endpoint').find(({ event }) => event.id === eventId);
      expect(delivery).toBeDefined();
      return delivery!;
    });
    expect(receiver.at('/hook')[0]!.body).toBe(delivered.body);
    await eventually(() => expect(command.output).toMatch(/^task\.created WEB-1 → 200 \(\d+ ms\)$/m));
    expect(command.output).toContain(secret);
    expect(command.output).not.toContain(ada.key);
  });

  it('tries twice more, shows what the receiver answered, and goes on', async () => {
    receiver.react = ({ event }, response) =>
      event.data.title === 'refused' ? responding(422)(receiver.received[0]!, response) : response.end();
    const command = await listenWith(...tasksCreated);
    await create('refused');
    await eventually(() => expect(titles()).toContain('refused'));
    await create('accepted');
    await eventually(() => expect(titles()).toContain('accepted'));
    await eventually(() => expect(command.output).toContain('given up after 3 tries'));
    expect(command.output).toMatch(/^task\.created \S+ → 422 \(\d+ ms\) no$/m);
    const { id } = receiver.received[0]!.event;
    const tries = receiver.received.filter(({ event }) => event.id === id);
    expect(tries.map(({ headers }) => headers['x-delivery-attempt'])).toEqual(['1', '2', '3']);
  });

  it('goes by the status, whatever becomes of the body', async () => {
    receiver.react = ({ event }, response) => {
      const isGood = event.data.title === 'good';
      response.writeHead(isGood ? 200 : 500, { 'content-length': 100 }).write('half', () => response.destroy());
    };
    const command = await listenWith('--since', '0', ...tasksCreated);
    await create('good');
    await create('bad');
    await eventually(() => expect(command.output).toMatch(/→ 200 \(\d+ ms\)\n.*→ 500 \(\d+ ms\) half\n/));
    await eventually(() => expect(titles()).toEqual(['good', 'bad', 'bad', 'bad']));
  });

  it('waits for a receiver that is being restarted', async () => {
    const port = await freePort();
    const command = new Running(settings, ['webhooks', 'listen', '--forward-to', `localhost:${port}`, ...tasksCreated]);
    started.push(command);
    await eventually(() => expect(command.output).toContain('Signing secret'));
    const all = ['1', '2', '3', '4', '5'];
    for (const title of all) await create(title);
    await eventually(() => expect(command.output).toContain('Nothing listens at'));
    const got: string[] = [];
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        got.push((JSON.parse(body) as { data: { title: string } }).data.title);
        response.end();
      });
    }).listen(port);
    await eventually(() => expect(got).toEqual(all));
    await hangUp(server);
  });

  if (mayUse('script'))
    it('resends the last event, pauses and ends by keys', async () => {
      const args = ['webhooks', 'listen', '--forward-to', receiver.url, ...tasksCreated];
      const command = new Running(settings, args, true);
      started.push(command);
      await eventually(() => expect(command.output).toContain('Ctrl-C ends'));
      command.type('r');
      await eventually(() => expect(command.output).toContain('Nothing has been forwarded yet.'));
      const received = () => receiver.received.map(({ event }) => event.data.title);
      await create('1');
      await eventually(() => expect(received()).toEqual(['1']));
      command.type('rp');
      await eventually(() => expect(command.output).toContain('Paused'));
      await eventually(() => expect(received()).toEqual(['1', '1']));
      await create('2');
      command.type('r');
      await eventually(() => expect(received()).toEqual(['1', '1', '1']));
      command.type('p');
      await eventually(() => expect(received()).toEqual(['1', '1', '1', '2']));
      command.type('\u0003');
      expect(await command.exit).toBe(130);
    });

  it('forwards what it has received, and ends with the reason, if its key is revoked', async () => {
    const { body } = await ada.post('/api-keys', { name: 'listener' });
    const { id, key } = body as { id: string; key: string };
    settings.TANDEM_API_KEY = key;
    const port = await freePort();
    const args = ['webhooks', 'listen', '--forward-to', `127.0.0.1:${port}`, ...tasksCreated];
    const command = new Running(settings, args);
    started.push(command);
    await eventually(() => expect(command.output).toContain('Signing secret'));
    await create('undelivered');
    await eventually(() => expect(command.output).toContain('Nothing listens at'));
    await ada.delete(`/api-keys/${id}`);
    const server = createServer((_, response) => response.end()).listen(port);
    expect(await command.exit).toBe(3);
    await hangUp(server);
    expect(command.output).toMatch(/^task\.created \S+ → 200/m);
    expect(command.output).toContain('unauthenticated: ');
  });

  it('misses nothing while it is killed, stopped or cut off, and says how much it caught up with', async () => {
    const sockets = new Set<Socket>();
    let isCut = false;
    const proxy = await startProxy(world.address, (client, open) => {
      if (isCut) return client.resetAndDestroy();
      const behind = open();
      for (const socket of [client, behind])
        sockets.add(socket.on('error', () => {}).on('close', () => [client, behind].map((end) => end.destroy())));
      client.pipe(behind).pipe(client);
    });
    const state = (settings.XDG_STATE_HOME = await mkdtemp(join(home, 'state-')));
    settings.TANDEM_BASE_URL = proxy.url;
    const first = await listenWith('--since', '0', ...tasksCreated);
    await create('1');
    await receives('1');
    isCut = true;
    sockets.forEach((socket) => socket.resetAndDestroy());
    await create('2');
    await create('3');
    await eventually(() => expect(first.output).toContain('The server is away'));
    isCut = false;
    await receives('1', '2', '3');
    await eventually(() => expect(first.output).toMatch(/The server is back\.\n.*Caught up with 2 events\./s));
    first.signal('SIGSTOP');
    await create('4');
    first.signal('SIGCONT');
    await receives('1', '2', '3', '4');
    await eventually(async () => {
      const { data } = (await ada.get('/webhook-events?type=task.created&limit=1')).body as {
        data: { sequence: number }[];
      };
      const [place] = (await readdir(join(state, 'tandem'))).map((name) => join(state, 'tandem', name));
      expect(Number(await readFile(place!, 'utf8'))).toBeGreaterThanOrEqual(data[0]!.sequence);
    });
    await first.end('SIGKILL');
    await create('5');
    const second = await listenWith(...tasksCreated);
    await create('6');
    await receives('1', '2', '3', '4', '5', '6');
    expect(await second.end('SIGINT')).toBe(130);
    await proxy.close();
  });

  it('begins at the position given by --since', async () => {
    await create('before');
    const before = await eventually(async () => {
      const { body } = await ada.get('/webhook-events?type=task.created');
      const { data } = body as { data: { sequence: number }[] };
      expect(data).toHaveLength(1);
      return data[0]!.sequence;
    });
    await create('after');
    await listenWith('--since', String(before), ...tasksCreated);
    await receives('after');
    await listenWith('--since', '1h', ...tasksCreated);
    await receives('after', 'before', 'after');
  });

  it('forwards to this machine and private networks only, unless --allow-remote is given', async () => {
    const attempt = (...args: string[]) => run(settings, ['webhooks', 'listen', ...args]);
    expect(await attempt('--forward-to', 'http://203.0.113.7/')).toMatchObject({
      code: 2,
      error: '203.0.113.7 is not on this machine or a private network: --allow-remote permits it\n',
    });
    for (const args of [
      ['--forward-to', 'ftp://127.0.0.1/'],
      ['--forward-to', 'http://127.0.0.1/', '--since', 'x'],
      [],
    ])
      expect((await attempt(...args)).code).toBe(2);
  });

  it('has a counterpart that verifies a delivery', async () => {
    await listenWith('--since', '0', ...tasksCreated);
    await create('signed');
    await receives('signed');
    const { body, headers } = receiver.received[0]!;
    const args = ['--id', 'webhook-id', '--timestamp', 'webhook-timestamp', '--signature', 'webhook-signature'].map(
      (word) => headers[word] ?? word,
    );
    const verify = (given: string) =>
      run({ TANDEM_WEBHOOK_SECRET: secret }, ['webhooks', 'verify', '--data', '-', ...args], given);
    expect(await verify(body)).toMatchObject({ code: 0, out: `Verified: task.created ${headers['webhook-id']}\n` });
    expect(await verify(`${body} `)).toMatchObject({ code: 1, out: '', error: 'No matching signature found\n' });
  });
});
