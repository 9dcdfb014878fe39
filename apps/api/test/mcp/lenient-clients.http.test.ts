import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/client';
import { useWorld } from '@tandem/testing/world';
import { call, connect } from './connecting.js';
import { exchange } from '../conventions/raw-request.js';

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'probe', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modernHeaders = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };

describe('clients other than the official one', () => {
  const world = useWorld();
  const { ada } = world;
  let client: Client;
  beforeAll(async () => void (client = await connect(world, ada, { query: '?toolsets=all' })));
  afterAll(() => client.close());

  const post = (message: object, headers: Record<string, string> = {}) =>
    fetch(`${world.address}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ada.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, ...message }),
    });
  /** The message of a response in either form. */
  const messageIn = async (response: Response) => {
    const text = await response.text();
    const isStream = response.headers.get('content-type')!.startsWith('text/event-stream');
    return JSON.parse(isStream ? /^data: (.*)$/m.exec(text)![1]! : text) as {
      id: number;
      result?: { tools: unknown[] };
      error?: { code: number; message: string };
    };
  };
  const list = { method: 'tools/list' };
  const modernList = { ...list, params: { _meta: modern } };

  it.each([
    ['application/json', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
    ['text/event-stream, text/html;q=0.5', 'text/event-stream'],
  ])('are served if they accept %s, in a form they accept', async (accept, type) => {
    for (const [message, headers] of [
      [list, {}],
      [modernList, modernHeaders],
    ] as const) {
      const response = await post(message, { accept, ...headers });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)]);
      expect((await messageIn(response)).result!.tools.length).toBeGreaterThan(10);
    }
  });

  it('are served without an Accept header, and refused if they accept neither form', async () => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 7, ...list });
    const head = [
      'POST /mcp HTTP/1.1',
      `Host: ${new URL(world.address).host}`,
      `Authorization: Bearer ${ada.key}`,
      'Content-Type: application/json',
      `Content-Length: ${text.length}`,
      'Connection: close',
    ];
    const response = await exchange(world.address, `${head.join('\r\n')}\r\n\r\n${text}`);
    expect(response).toMatch(/^HTTP\/1\.1 200 .*content-type: application\/json/is);
    const refused = await post(list, { accept: 'text/html' });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([406, 'not_acceptable']);
  });

  it('may send null for params, for one of them, and for the arguments of a tool', async () => {
    for (const params of [null, { cursor: null }, { _meta: null }]) {
      const { result } = await messageIn(await post({ ...list, params }));
      expect(result!.tools.length).toBeGreaterThan(10);
    }
    expect(await messageIn(await post({ method: 'ping', params: null }))).toMatchObject({ result: {} });
    const { result } = await messageIn(
      await post({ method: 'tools/call', params: { name: 'get_me', arguments: null } }),
    );
    expect(result).not.toHaveProperty('isError', true);
  });

  it('may send null for idempotency_key, text_offset, limit and cursor, or an empty cursor', async () => {
    const { value: task } = await call(client, 'create_task', { title: 'null', idempotency_key: null });
    expect(task).toMatchObject({ title: 'null' });
    for (const args of [{ cursor: null }, { cursor: '' }, { cursor: null, limit: null }])
      for (const [name, beside] of [
        ['list_tasks', {}],
        ['list_runs', { blueprint: 'echo' }],
      ] as const)
        expect(await call(client, name, { ...beside, ...args })).toMatchObject({ isError: false });
    expect((await call(client, 'get_task', { id: task.id, text_offset: null })).value).toMatchObject({ id: task.id });
    const cleared = await call(client, 'update_task', { id: task.id, description: null, idempotency_key: null });
    expect(cleared.value).toMatchObject({ description: null });
    const unchanged = await call(client, 'update_task', { id: task.id, title: null });
    expect(unchanged).toMatchObject({ isError: true, value: { errors: [{ argument: 'title' }] } });
    const front = await connect(world, ada);
    expect((await call(front, 'find_tools', { query: 'task', limit: null })).isError).toBe(false);
    expect((await call(front, 'read_with_tool', { name: 'get_me', arguments: null })).isError).toBe(false);
    await front.close();
  });

  it('may send null for every optional argument of a tool that only reads', async () => {
    type Schema = { properties: Record<string, object>; required?: string[] };
    const { tools } = await client.listTools();
    const lists = tools.filter(({ name, annotations }) => name.startsWith('list_') && annotations?.readOnlyHint);
    const of = lists.filter(({ inputSchema }) => !(inputSchema as Schema).required?.length);
    expect(of.length).toBeGreaterThan(10);
    for (const { name, inputSchema } of of) {
      const nulls = Object.fromEntries(Object.keys((inputSchema as Schema).properties).map((wire) => [wire, null]));
      const { isError, value } = await call(client, name, nulls);
      expect({ name, isError, errors: value.errors }).toEqual({ name, isError: false });
      expect(value).toEqual((await call(client, name)).value);
    }
    for (const id of [null, undefined])
      expect(await call(client, 'get_task', { id })).toMatchObject({
        isError: true,
        value: { errors: [{ argument: 'id', code: 'required' }] },
      });
    const unknown = await call(client, 'list_tasks', { colour: null });
    expect(unknown.value).toMatchObject({ errors: [{ argument: 'colour', code: 'unknown_field' }] });
  });

  it.each([
    ['initialize', {}],
    ['initialize', { protocolVersion: 5, capabilities: {}, clientInfo: { name: 'x', version: '1' } }],
    ['initialize', { protocolVersion: '2025-06-18', capabilities: [], clientInfo: null }],
    ['initialize', undefined],
    ['tools/list', { cursor: 5 }],
    ['tools/call', { name: 5 }],
    ['tools/call', { name: 'get_me', arguments: [] }],
  ])('receive an error for wrong params of %s: %j', async (method, params) => {
    const { id, error } = await messageIn(await post({ method, params }));
    expect({ id, code: error?.code }).toEqual({ id: 7, code: -32602 });
    expect(error!.message).toMatch(/params/);
    expect(error!.message).not.toMatch(/invalid_type|Invalid input|[[{]/);
  });

  it('find a single type at each position of a schema', async () => {
    const structured = await connect(world, ada, { query: '?toolsets=all&structured=true' });
    const { tools } = await structured.listTools();
    expect(JSON.stringify(tools)).not.toMatch(/"type":\[/);
    const { properties } = tools.find(({ name }) => name === 'update_task')!.inputSchema as unknown as {
      properties: Record<string, object>;
    };
    expect(properties.assignee_id).toEqual({
      anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }],
      description: expect.any(String),
    });
    await structured.close();
  });
});
