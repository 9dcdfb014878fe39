import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { call, connect } from '../mcp/connecting.js';
import { exchange, sendRaw } from './raw-request.js';

describe('a retry with an Idempotency-Key', () => {
  const world = useWorld();
  const { ada } = world;
  let client: Client;
  let keys = 0;
  const fresh = () => `repeat-${++keys}`;
  beforeAll(async () => {
    client = await connect(world, ada, { query: '?toolsets=all' });
  });
  afterAll(() => client.close());

  /** Sends body and path exactly as given. */
  const send = (method: string, path: string, key: string, body?: string) =>
    sendRaw(world.address, {
      method,
      target: path,
      headers: [
        ['Authorization', `Bearer ${ada.key}`],
        ['Idempotency-Key', key],
        ...(body === undefined ? [] : ([['Content-Type', 'application/json']] as const)),
      ],
      ...(body !== undefined && { body: Buffer.from(body) }),
    });
  const isReplayed = ({ headers }: { headers: Record<string, string> }) => headers['idempotent-replayed'] === 'true';

  it.each([
    ['members in another order', '{"title":"i","description":"x"}', '{"description":"x","title":"i"}'],
    [
      'members of nested objects in another order',
      '{"title":"i","metadata":{"a":{"x":1,"y":[{"p":1,"q":2}]},"b":2}}',
      '{"metadata":{"b":2,"a":{"y":[{"q":2,"p":1}],"x":1}},"title":"i"}',
    ],
    ['other white space', '{"title":"i"}', ' {\n "title" : "i" }\n'],
    [
      'other spellings of a number and of characters',
      '{"title":"é","position":10}',
      '{"title":"\\u00e9","position":1e1}',
    ],
  ])('has the same body with %s', async (_, first, again) => {
    const key = fresh();
    const created = await send('POST', '/api/v1/tasks', key, first);
    const repeated = await send('POST', '/api/v1/tasks', key, again);
    expect([created.status, repeated.status, isReplayed(repeated)]).toEqual([201, 201, true]);
    expect(repeated.text).toBe(created.text);
  });

  it.each([
    [
      'values of a list in another order',
      '{"title":"i","metadata":{"a":[1,2]}}',
      '{"title":"i","metadata":{"a":[2,1]}}',
    ],
    ['a field that is null instead of absent', '{"title":"i"}', '{"title":"i","description":null}'],
    ['a number instead of its text', '{"title":"i","metadata":{"a":1}}', '{"title":"i","metadata":{"a":"1"}}'],
  ])('has another body with %s', async (_, first, other) => {
    const key = fresh();
    expect((await send('POST', '/api/v1/tasks', key, first)).status).toBe(201);
    expect((await send('POST', '/api/v1/tasks', key, other)).body).toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('treats no body and {} as the same body', async () => {
    const { body: task } = await ada.post('/tasks', { title: 'empty' });
    const path = `/api/v1/tasks/${task.id}/complete`;
    for (const [first, again] of [
      [undefined, '{}'],
      ['{}', undefined],
      ['', '{ }'],
    ]) {
      const key = fresh();
      expect((await send('POST', path, key, first)).status).toBe(200);
      expect(isReplayed(await send('POST', path, key, again))).toBe(true);
    }
  });

  it('finds the same operation under other spellings of its path', async () => {
    const { body: task } = await ada.post('/tasks', { title: 'spelled' });
    const id = task.id as string;
    const key = fresh();
    const comment = '{"body":"once"}';
    const created = await send('POST', `/api/v1/tasks/${id}/comments`, key, comment);
    expect(created.status).toBe(201);
    for (const path of [
      `/api/v1/tasks/${id}/comments/`,
      `/api/v1/tasks/${id}/comments?`,
      `/api/v1/tasks/${id.toUpperCase()}/comments`,
      `/api/v1/tasks/${id.replace(/-/g, '%2D')}/comments`,
      `/API/v1/tasks/${id}/comments`,
    ]) {
      const repeated = await send('POST', path, key, comment);
      expect([path, repeated.status, isReplayed(repeated)]).toEqual([path, 201, true]);
    }
    expect((await ada.get(`/tasks/${id}/comments`)).body.data).toHaveLength(1);
    const contact = '{"display_name":"Eve"}';
    expect((await send('POST', '/api/v1/contacts', key, contact)).status).toBe(201);
    expect(isReplayed(await send('POST', '/api/v1/contacts/', key, contact))).toBe(true);
  });

  it('for another record is another request', async () => {
    const [one, two] = [await ada.post('/tasks', { title: 'one' }), await ada.post('/tasks', { title: 'two' })];
    const key = fresh();
    for (const { body } of [one, two]) {
      const response = await send('POST', `/api/v1/tasks/${body.id}/complete`, key);
      expect([response.status, response.body.id, isReplayed(response)]).toEqual([200, body.id, false]);
    }
  });

  it('is recognised across tool calls and HTTP', async () => {
    const { body: task } = await ada.post('/tasks', { title: 'both ways' });
    const key = fresh();
    const values = { priority: 'high', metadata: { a: 1, b: { c: 2, d: 3 } } };
    await ada.patch(`/tasks/${task.id}`, values, { 'idempotency-key': key });
    const shuffled = { metadata: { b: { d: 3, c: 2 }, a: 1 }, priority: 'high' };
    const update = (id: string, args: object) => call(client, 'update_task', { ...args, id, idempotency_key: key });
    for (const id of [task.id, task.id.toUpperCase()] as string[])
      expect((await update(id, shuffled)).meta).toEqual({ 'tandem/replayed': true });
    const other = await update(task.id as string, { ...shuffled, priority: 'low' });
    expect([other.isError, other.value.code]).toEqual([true, 'idempotency_key_reused']);
  });

  it('is refused if the header is repeated', async () => {
    const twice = (path: string, body: object) => {
      const text = JSON.stringify(body);
      const head = [
        `POST ${path} HTTP/1.1`,
        `Host: ${new URL(world.address).host}`,
        `Authorization: Bearer ${ada.key}`,
        'Accept: application/json, text/event-stream',
        'Content-Type: application/json',
        `Content-Length: ${text.length}`,
        'Idempotency-Key: one',
        'Idempotency-Key: two',
        'Connection: close',
      ];
      return exchange(world.address, `${head.join('\r\n')}\r\n\r\n${text}`);
    };
    const refused = await twice('/api/v1/tasks', { title: 'twice' });
    expect(refused).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_header".*"header":"Idempotency-Key"/s);
    const params = { name: 'create_task', arguments: { title: 'twice' } };
    const reported = await twice('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    expect(reported).toContain('invalid_header');
    expect((await ada.get('/tasks?q=twice')).body.data).toEqual([]);
  });
});
