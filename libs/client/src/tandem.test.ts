import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hangUp, listen, startProxy } from '@tandem/testing/local-server';
import { useWorld } from '@tandem/testing/world';
import { pages, Tandem, TandemConnectionError, TandemProblem } from './tandem.js';

interface Seen {
  method: string;
  url: string;
  key: string | undefined;
  body: string;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const problem =
  (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  (response) => {
    const body = { type: 'x', title: 'Title', status, detail: 'Detail.', instance: '/', code, request_id: 'r-1' };
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers }).end(JSON.stringify(body));
  };

const json =
  (status: number, body: object): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

describe('a call', () => {
  let server: Server;
  let seen: Seen[];
  let answers: Answer[];
  let tandem: Tandem;

  beforeEach(async () => {
    seen = [];
    answers = [];
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        seen.push({ method, url, key: headers['idempotency-key'] as string | undefined, body });
        (answers.shift() ?? json(200, { id: '1' }))(response, request);
      });
    });
    tandem = new Tandem({ apiKey: 'wsk_live_secret', baseUrl: `${await listen(server)}/` });
  });

  afterEach(() => hangUp(server));

  const failure = async (call: Promise<unknown>): Promise<TandemProblem> => {
    const error: unknown = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Error);
    return error as TandemProblem;
  };

  it('resolves to the record, or to the response too', async () => {
    answers = [json(201, { id: '7' }), json(200, [])];
    expect(await tandem.tasks.create({ body: { title: 'Write' } })).toEqual({ id: '7' });
    const { data, response } = await tandem.pipelines.list({}, { responseStyle: 'fields' });
    expect([data, response.headers.get('content-type')]).toEqual([[], 'application/json']);
    expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/api/v1/tasks', '{"title":"Write"}'],
      ['GET', '/api/v1/pipelines', ''],
    ]);
  });

  it('is tried three times with one key, after the wait that the server asks for', async () => {
    answers = [
      problem(503, 'unavailable', { 'retry-after': '1' }),
      problem(503, 'unavailable', { 'retry-after': '0' }),
      json(201, { id: '7' }),
    ];
    const began = performance.now();
    expect(await tandem.tasks.create({ body: { title: 'Write' } })).toEqual({ id: '7' });
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
    expect(new Set(seen.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
    expect(seen).toHaveLength(3);
    expect(seen[0]!.key).toMatch(/^[\da-f-]{36}$/);
  });

  it.each([408, 429, 502, 503, 504])('is repeated on %s', async (status) => {
    answers = [problem(status, 'unavailable', { 'retry-after': '0' })];
    await tandem.tasks.update({ path: { id: '1' }, body: { title: 'x' } });
    expect(seen.map(({ key }) => key)).toEqual([seen[0]!.key, seen[0]!.key]);
  });

  it('is repeated while another request with its key is in progress, but on no other conflict', async () => {
    answers = [
      problem(409, 'idempotency_in_progress', { 'retry-after': '0' }),
      json(201, {}),
      problem(409, 'name_taken'),
    ];
    await tandem.tasks.create({ body: { title: 'x' } });
    expect((await failure(tandem.tasks.createLabel({ body: { name: 'x', color: '#d73a4a' } }))).is('name_taken')).toBe(
      true,
    );
    expect(seen).toHaveLength(3);
  });

  it('keeps a key that is given, and needs none where repeating is harmless', async () => {
    await tandem.tasks.create({ body: { title: 'x' }, headers: { 'Idempotency-Key': 'row-7' } });
    await tandem.tasks.delete({ path: { id: '1' } });
    expect(seen.map(({ key }) => key)).toEqual(['row-7', undefined]);
  });

  it('throws at once if the server asks for more than a minute', async () => {
    answers = [
      problem(429, 'rate_limited', {
        'retry-after': '120',
        ratelimit: '"key";r=7;t=2, "tenant";r=0;t=60',
        'ratelimit-policy': '"key";q=100;w=2, "tenant";q=6000;w=60',
      }),
    ];
    const error = await failure(tandem.tasks.list());
    expect(error).toBeInstanceOf(TandemProblem);
    expect(error).toMatchObject({
      ...{ status: 429, code: 'rate_limited', title: 'Title', detail: 'Detail.', requestId: 'r-1', errors: [] },
      ...{ retryAfterSeconds: 120, rateLimit: { limit: 6000, remaining: 0, resetSeconds: 60 } },
    });
    expect(seen).toHaveLength(1);
  });

  it('has its own number of retries and limit of time', async () => {
    answers = [problem(503, 'unavailable')];
    await failure(tandem.tasks.list({ maxRetries: 0 }));
    expect(seen).toHaveLength(1);
    answers = [() => undefined];
    const late = await failure(tandem.tasks.list({ maxRetries: 0, timeoutMs: 50 }));
    expect(late).toBeInstanceOf(TandemConnectionError);
    expect(late.cause).toMatchObject({ name: 'TimeoutError' });
  });

  it('ends its wait at once when its signal aborts', async () => {
    answers = [problem(503, 'unavailable', { 'retry-after': '50' })];
    const ending = new AbortController();
    const call = failure(tandem.tasks.list({ signal: ending.signal }));
    while (!seen.length) await new Promise((resolve) => setTimeout(resolve, 5));
    ending.abort();
    expect(await call).toMatchObject({ name: 'AbortError' });
    expect(seen).toHaveLength(1);
  });

  it('throws an error without the key and the body of the request', async () => {
    const body = { title: 'a private title' };
    const nowhere = new Tandem({ apiKey: 'wsk_live_secret', baseUrl: 'http://127.0.0.1:9', maxRetries: 1 });
    const errors = [await failure(nowhere.tasks.create({ body }))];
    answers = [problem(422, 'invalid_body'), (response) => response.writeHead(502).end('<html>')];
    errors.push(await failure(tandem.tasks.create({ body })));
    errors.push(await failure(tandem.tasks.create({ body, maxRetries: 0 })));
    expect(errors.map(({ name, status, code }) => [name, status, code])).toEqual([
      ['TandemConnectionError', undefined, undefined],
      ['TandemProblem', 422, 'invalid_body'],
      ['TandemProblem', 502, undefined],
    ]);
    for (const error of errors) {
      expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(/wsk_live_secret|a private title/);
      expect(error.cause).toBeDefined();
    }
  });

  it('sends a body that is a stream only once', async () => {
    answers = [problem(503, 'unavailable', { 'retry-after': '0' })];
    const body = new Blob(['{"title":"x"}']).stream() as never;
    await failure(tandem.tasks.create({ body, bodySerializer: null, ...{ duplex: 'half' } }));
    expect(seen.map((one) => one.body)).toEqual(['{"title":"x"}']);
  });
});

describe('a client of the API', () => {
  const world = useWorld();
  const { ada } = world;
  const clientOf = (baseUrl: string) => new Tandem({ apiKey: ada.key, baseUrl });

  it('makes one record if the connection breaks after the commit', async () => {
    let cuts = 1;
    const clients: Socket[] = [];
    const front = await startProxy(world.address, (client, open) => {
      const behind = open();
      clients.push(client);
      client.pipe(behind).on('error', () => undefined);
      behind.on('data', (data) => {
        if (cuts-- > 0) client.resetAndDestroy();
        else client.write(data);
      });
      client.on('close', () => behind.destroy());
    });
    const created = await clientOf(front.url).tasks.create({ body: { title: 'Only one' } });
    const { data } = await clientOf(world.address).tasks.list({ query: { q: 'Only one' } });
    expect(data.map(({ id }) => id)).toEqual([created.id]);
    expect(cuts).toBeLessThan(1);
    for (const client of clients) client.destroy();
    await front.close();
  });

  it('reads every page once while records are being created', async () => {
    const tandem = clientOf(world.address);
    const project = await tandem.projects.create({ body: { name: 'Long', identifier: 'LONG' } });
    const add = async (title: string) => (await tandem.tasks.create({ body: { title, project_id: project.id } })).id;
    const before = [];
    for (let number = 0; number < 25; number++) before.push(await add(`Task ${number}`));
    const read: string[] = [];
    const list = (cursor: string | undefined) =>
      tandem.tasks.list({ query: { project_id: [project.id], limit: 10, cursor } });
    for await (const { id } of pages(list)) {
      read.push(id);
      if (read.length % 9 === 0) await add('Later');
    }
    expect(new Set(read).size).toBe(read.length);
    expect(read).toEqual(expect.arrayContaining(before));
    const sizes = [];
    for await (const page of pages(list, { max: 13 }).byPage()) sizes.push(page.length);
    expect(sizes).toEqual([10, 3]);
  });

  it('names the cursor of a page that could not be read', async () => {
    const tandem = clientOf(world.address);
    let calls = 0;
    const list = (cursor: string | undefined) => {
      if (++calls === 2) return new Tandem({ baseUrl: world.address }).tasks.list({ query: { cursor } });
      return tandem.tasks.list({ query: { limit: 10, cursor } });
    };
    const read: string[] = [];
    let cursor: string | null | undefined;
    try {
      for await (const { id } of pages(list)) read.push(id);
    } catch (error) {
      expect((error as TandemProblem).is('unauthenticated')).toBe(true);
      cursor = (error as TandemProblem).cursor;
    }
    expect(cursor).toMatch(/\S/);
    for await (const { id } of pages(list, { cursor })) read.push(id);
    const all = [];
    for await (const { id } of pages((next) => tandem.tasks.list({ query: { limit: 100, cursor: next } })))
      all.push(id);
    expect(read).toEqual(all);
  });

  it('hands out exports unread', async () => {
    const csv = await clientOf(world.address).exports.tasksAsCsv();
    expect(await new Response(csv).text()).toMatch(/^id,/);
  });
});
