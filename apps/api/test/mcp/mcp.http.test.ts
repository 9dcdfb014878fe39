import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { call, connect } from './connecting.js';

const modes = [{ mode: 'auto' }, { mode: 'legacy' }, { mode: { pin: '2026-07-28' } }] as const;

describe('the workspace as an MCP server', () => {
  const world = useWorld();
  const { ada, raw } = world;
  const post = (body: object | string, headers: Record<string, string> = {}, path = '/mcp') =>
    raw('post', path)
      .set({ authorization: `Bearer ${ada.key}`, 'content-type': 'application/json', ...headers })
      .set('accept', 'application/json, text/event-stream')
      .send(body);
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

  it.each(modes)('connects, lists and calls with the official client: %j', async (negotiation) => {
    const client = await connect(world, ada, { negotiation });
    expect(client.getServerVersion()).toMatchObject({ name: 'tandem' });
    expect(client.getInstructions()!.length).toBeLessThanOrEqual(2000);
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('create_task');
    const { value } = await call(client, 'create_task', { title: 'Over MCP' });
    expect(value).toMatchObject({ title: 'Over MCP', tenant_id: ada.tenantId });
    expect((await ada.get(`/tasks/${String(value.id)}`)).body).toEqual(value);
    await client.close();
  });

  it('shows few tools, in the same bytes each time, within the limit of size', async () => {
    const client = await connect(world, ada);
    const [first, second] = [await client.listTools(), await client.listTools()];
    expect(JSON.stringify(first)).toBe(JSON.stringify(second));
    const names = first.tools.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(names.length).toBeLessThanOrEqual(30);
    expect(Buffer.byteLength(JSON.stringify(first.tools))).toBeLessThanOrEqual(26_000);
    expect(names).toEqual(expect.arrayContaining(['call_tool', 'find_tools', 'get_me', 'read_with_tool']));
    await client.close();
  });

  it.each(['get', 'delete', 'put'] as const)('refuses %s', async (method) => {
    const response = await raw(method, '/mcp');
    expect(response.status).toBe(405);
    expect(response.headers.allow).toBe('POST');
  });

  it('accepts one message per request, with the JSON limits of any body', async () => {
    expect((await post([list, list])).status).toBe(400);
    expect((await post('{')).body).toMatchObject({ status: 400, code: 'malformed_json' });
    expect((await post('"text"')).status).toBe(400);
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post({ ...list, params: { _meta: { x: 'x'.repeat(2 * 1024 * 1024) } } })).status).toBe(413);
  });

  it('keeps no stream open', async () => {
    const client = await connect(world, ada, { negotiation: { mode: { pin: '2026-07-28' } } });
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow();
    await client.close();
  });

  it('refuses unauthenticated callers, and before that other host names and web pages', async () => {
    const unknown = await post(list, { authorization: 'Bearer wsk_live_x' });
    expect(unknown.status).toBe(401);
    expect(unknown.headers['www-authenticate']).toBe('Bearer');
    for (const headers of [{ host: 'evil.example' }, { origin: 'https://evil.example' }] as Record<string, string>[])
      expect((await post(list, { ...headers, authorization: '' })).body).toMatchObject({ code: 'origin_not_allowed' });
    const here = `localhost:${new URL(world.address).port}`;
    for (const origin of [world.address, `http://${here}`])
      expect((await post(list, { host: here, origin })).status).toBe(200);
    expect((await post(list, { origin: 'http://localhost:1' })).status).toBe(403);
    expect((await raw('get', '/.well-known/oauth-protected-resource/mcp')).status).toBe(404);
    expect((await post(list, {}, `/mcp?api_key=${ada.key}`)).status).toBe(400);
  });
});
