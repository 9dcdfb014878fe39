import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { initialized, type Served, serveResults, serveTools } from './mcp-servers.js';

const url = 'https://mcp.example.com/mcp';

describe('apps over HTTP', () => {
  const world = useWorld();
  const { ada, other, raw, tenant, withKey, asOwner } = world;
  let server: Served & { tools: Record<string, string> };

  beforeAll(async () => {
    server = await serveTools({ search: 'Searches', fetch: 'Fetches', weigh: 'Weighs' });
  });
  afterAll(async () => {
    await server.stop();
  });

  it('connecting an app returns 201, its location and every field, without its token', async () => {
    const auth = { type: 'bearer', token: 'very-secret-token' };
    const created = await ada.post('/apps', { slug: 'billing', name: 'Billing', url, auth });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`${world.address}/api/v1/apps/billing`);
    expect(created.body).toEqual({
      id: expect.any(String),
      tenant_id: ada.tenantId,
      slug: 'billing',
      name: 'Billing',
      url,
      auth: { type: 'bearer', has_token: true },
      reachable: null,
      last_probed_at: null,
      last_probe_reason: null,
      created_at: expect.any(String),
      updated_at: created.body.created_at,
    });
    expect((await ada.get('/apps/billing')).body).toEqual(created.body);
    const text = `select (select string_agg(a::text, ' ') from apps a) ||
      (select string_agg(e::text, ' ') from events e) as all`;
    const [row] = await asOwner<{ all: string }>(text);
    expect(row!.all).not.toContain('very-secret');
  });

  it('a slug is unique in a tenant, also in a race', async () => {
    const body = { slug: 'once', name: 'Once', url };
    const raced = await Promise.all(Array.from({ length: 6 }, () => ada.post('/apps', body)));
    expect(raced.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(raced.find(({ status }) => status === 409)!.body.code).toBe('slug_taken');
    expect((await other.post('/apps', body)).status).toBe(201);
  });

  it('the list is paged, newest first', async () => {
    const carol = await tenant('Carol');
    for (const slug of ['a', 'b', 'c']) await carol.post('/apps', { slug, name: slug, url });
    const first = await carol.get('/apps?limit=2');
    expect(first.body.data.map((app: { slug: string }) => app.slug)).toEqual(['c', 'b']);
    const second = await carol.get(`/apps?cursor=${first.body.next_cursor}&limit=2`);
    expect(second.body).toMatchObject({ has_more: false, data: [{ slug: 'a' }] });
  });

  it('an update keeps omitted fields; another host clears the token', async () => {
    await ada.post('/apps', { slug: 'moving', name: 'Moving', url, auth: { type: 'bearer', token: 'x' } });
    const named = await ada.patch('/apps/moving', { name: 'Moved' });
    expect(named.body).toMatchObject({ name: 'Moved', url, auth: { type: 'bearer', has_token: true } });
    const moved = await ada.patch('/apps/moving', { url: 'https://b.example.com' });
    expect(moved.body).toMatchObject({ url: 'https://b.example.com', auth: { type: 'bearer', has_token: false } });
  });

  it('deleting an app removes its tools and frees its slug', async () => {
    await ada.post('/apps', { slug: 'brief', name: 'Brief', url: server.url });
    await ada.post('/apps/brief/probe');
    expect((await ada.delete('/apps/brief')).status).toBe(204);
    expect((await ada.get('/apps/brief')).status).toBe(404);
    expect((await ada.get('/apps/brief/tools')).status).toBe(404);
    expect((await ada.post('/apps', { slug: 'brief', name: 'Brief', url })).status).toBe(201);
    expect((await ada.get('/apps/brief/tools')).body.data).toEqual([]);
  });

  it('its tools are listed by name, page by page, as the app defines them', async () => {
    await ada.post('/apps', { slug: 'tools', name: 'Tools', url: server.url });
    await ada.post('/apps/tools/probe');
    const first = await ada.get('/apps/tools/tools?limit=2');
    expect(first.body.data.map((tool: { name: string }) => tool.name)).toEqual(['fetch', 'search']);
    expect(first.body.data[1]).toMatchObject({
      title: null,
      description: 'Searches',
      input_schema: { type: 'object', properties: { q: { type: 'string' } } },
      output_schema: null,
      is_quarantined: false,
      definition_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const second = await ada.get(`/apps/tools/tools?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ has_more: false, data: [{ name: 'weigh' }] });
  });

  it('a changed tool is quarantined until the version shown is accepted', async () => {
    await ada.post('/apps', { slug: 'quarantine', name: 'Q', url: server.url });
    await ada.post('/apps/quarantine/probe');
    server.tools = { ...server.tools, search: 'Searches and sends', weigh: 'Weighs all' };
    await ada.post('/apps/quarantine/probe');
    const list = async () => (await ada.get('/apps/quarantine/tools')).body.data as Record<string, unknown>[];
    expect((await list()).filter((tool) => tool.is_quarantined).map((tool) => tool.name)).toEqual(['search', 'weigh']);
    const stale = await ada.post('/apps/quarantine/tools/search/accept', { definition_hash: 'f'.repeat(64) });
    expect(stale.status).toBe(409);
    expect(stale.body.code).toBe('tool_changed');
    const seen = (await list()).find((tool) => tool.name === 'search')!.definition_hash;
    const accepted = await ada.post('/apps/quarantine/tools/search/accept', { definition_hash: seen });
    expect(accepted.status).toBe(200);
    expect(accepted.body).toMatchObject({ name: 'search', is_quarantined: false, description: 'Searches and sends' });
    expect((await ada.post('/apps/quarantine/tools/weigh/accept')).body.is_quarantined).toBe(false);
    expect((await list()).some((tool) => tool.is_quarantined)).toBe(false);
    expect((await list()).some((tool) => tool.is_read_only)).toBe(false);
    expect((await ada.post('/apps/quarantine/tools/none/accept')).status).toBe(404);
  });

  it('a member can mark a tool as read-only, until the tool changes', async () => {
    await ada.post('/apps', { slug: 'readers', name: 'R', url: server.url });
    await ada.post('/apps/readers/probe');
    const path = '/apps/readers/tools/search';
    const readOnly = async () =>
      (await ada.get('/apps/readers/tools')).body.data.find(({ name }: { name: string }) => name === 'search')
        .is_read_only;
    const stale = await ada.post(`${path}/accept`, { read_only: true, definition_hash: 'f'.repeat(64) });
    expect(stale.body.code).toBe('tool_changed');
    expect(await readOnly()).toBe(false);
    expect((await ada.post(`${path}/accept`, { read_only: true })).body.is_read_only).toBe(true);
    expect((await ada.post(`${path}/accept`)).body.is_read_only).toBe(true);
    server.tools = { ...server.tools, search: 'Searches and deletes' };
    await ada.post('/apps/readers/probe');
    expect((await ada.post(`${path}/accept`)).body).toMatchObject({ is_quarantined: false, is_read_only: false });
    const { data } = (await ada.get('/audit-log?action=app.tool_accepted')).body;
    expect(data.slice(0, 2).map((one: { metadata: object }) => one.metadata)).toMatchObject([
      { tool: 'search', read_only: false },
      { tool: 'search', read_only: true },
    ]);
  });

  it('a tool may have any name', async () => {
    const named = (description: string) => ({
      tools: [{ name: 'a/b c', description, inputSchema: { type: 'object' } }],
    });
    let list = named('1');
    const odd = await serveResults((method) => (method === 'initialize' ? initialized : { result: list }));
    await ada.post('/apps', { slug: 'odd', name: 'Odd', url: odd.url });
    await ada.post('/apps/odd/probe');
    list = named('2');
    await ada.post('/apps/odd/probe');
    expect((await ada.get('/apps/odd/tools')).body.data[0]).toMatchObject({ name: 'a/b c', is_quarantined: true });
    expect((await ada.post('/apps/odd/tools/a%2Fb%20c/accept')).body.is_quarantined).toBe(false);
    await odd.stop();
  });

  it.each<[object, string[]]>([
    [{}, ['/name required', '/slug required', '/url required']],
    [
      { slug: 'Bad', name: '', url: 'ftp://x' },
      ['/name invalid_length', '/slug invalid_format', '/url invalid_format'],
    ],
    [{ slug: 'a', name: 'A', url, auth: { type: 'basic' } }, ['/auth/type not_allowed']],
    [{ slug: 'a', name: 'A', url, auth: { type: 'bearer' } }, ['/auth/token required']],
    [{ slug: 'a', name: 'A', url, auth: { type: 'none', token: 'x' } }, ['/auth/token not_allowed']],
    [{ slug: 'a', name: 'A', url, auth: { type: 'bearer', token: 'a b' } }, ['/auth/token invalid_format']],
    [{ slug: 'a', name: 'A', url: 'https://u:p@example.com' }, ['/url invalid_format']],
  ])('%j is 422', async (body, faults) => {
    const response = await ada.post('/apps', body);
    expect(response.status).toBe(422);
    const found = response.body.errors.map((one: { pointer: string; code: string }) => `${one.pointer} ${one.code}`);
    expect(found.sort()).toEqual(faults);
  });

  const calls = [
    ['get', '/apps/guarded'],
    ['patch', '/apps/guarded'],
    ['delete', '/apps/guarded'],
    ['get', '/apps/guarded/tools'],
    ['post', '/apps/guarded/probe'],
    ['post', '/apps/guarded/tools/search/accept'],
  ] as const;

  it('an app of another tenant does not exist', async () => {
    await ada.post('/apps', { slug: 'guarded', name: 'Guarded', url: server.url });
    for (const [method, path] of calls)
      expect({ method, path, status: (await other[method](path, {})).status }).toEqual({ method, path, status: 404 });
  });

  it('a missing token returns 401, a missing right 403 or 404', async () => {
    for (const [method, path] of [...calls, ['get', '/apps'], ['post', '/apps']] as const)
      expect((await raw(method, `/api/v1${path}`)).status).toBe(401);
    const reader = await withKey(ada, { scopes: ['apps:read'] });
    expect((await reader.get('/apps/guarded')).status).toBe(200);
    expect((await reader.post('/apps/guarded/probe')).status).toBe(403);
    expect((await (await withKey(ada, { scopes: ['tasks:read'] })).get('/apps/guarded')).status).toBe(404);
  });
});
