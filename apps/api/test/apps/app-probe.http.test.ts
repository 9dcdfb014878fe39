import { describe, expect, it } from '@jest/globals';
import { startEverything } from '@tandem/testing/outside/everything-server';
import { useWorld } from '@tandem/testing/world';
import { serveTools } from './mcp-servers.js';
import { connect, probe } from './probing.js';

const nothing = { tools_added: 0, tools_removed: 0, tools_changed: 0 };
describe('probing an app', () => {
  const { ada, asOwner } = useWorld();

  const during = async <S extends { stop(): unknown }, T>(server: S, work: (server: S) => Promise<T>) => {
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  };
  it('reads the reference server, which uses every feature of the first protocol generation', async () => {
    await during(await startEverything(), async ({ url }) => {
      const slug = await connect(ada, url);
      const result = await probe(ada, slug);
      expect(result).toMatchObject({ reachable: true, reason: null, tools_removed: 0, tools_changed: 0 });
      expect(result.tools_added).toBe(result.tools_discovered);
      expect(Number(result.tools_discovered)).toBeGreaterThan(5);
      const listed = await ada.get(`/apps/${slug}/tools?limit=100`);
      expect(listed.body.data.map((tool: { name: string }) => tool.name)).toContain('echo');
      expect(await probe(ada, slug)).toMatchObject({ ...nothing, tools_discovered: result.tools_discovered });
    });
  });

  it.each([
    ['both generations', {}],
    ['the second generation only', { legacy: 'reject' }],
    ['the second generation, as a stream', { legacy: 'reject', responseMode: 'sse' }],
  ] as const)('counts the changed tools of a server that speaks %s', async (_, options) => {
    await during(await serveTools({ a: '1', b: '1', c: '1' }, options), async (server) => {
      const slug = await connect(ada, server.url);
      expect(await probe(ada, slug)).toEqual({
        last_probed_at: expect.any(String),
        reachable: true,
        tools_discovered: 3,
        tools_added: 3,
        tools_removed: 0,
        tools_changed: 0,
        reason: null,
      });
      server.tools = { a: '1', b: '2', d: '1' };
      const second = await probe(ada, slug);
      expect(second).toMatchObject({ tools_discovered: 3, tools_added: 1, tools_removed: 1, tools_changed: 1 });
      expect((await ada.get(`/apps/${slug}`)).body).toMatchObject({
        reachable: true,
        last_probed_at: second.last_probed_at,
        last_probe_reason: null,
      });
    });
  });

  it('records an event only if tools changed', async () => {
    await during(await serveTools({ a: '1' }), async (server) => {
      const slug = await connect(ada, server.url);
      for (let i = 0; i < 3; i++) await probe(ada, slug);
      const { id } = (await ada.get(`/apps/${slug}`)).body;
      const text = `select type, metadata from events where resource_id = $1 and type = 'app.tools_changed'`;
      const rows = await asOwner<{ metadata: object }>(text, [id]);
      expect(rows).toHaveLength(1);
      const names = { added: ['a'], removed: [], changed: [] };
      expect(rows[0]!.metadata).toMatchObject({ tools_added: 1, tools_removed: 0, tools_changed: 0, ...names });
    });
  });

  it('stores each tool once in concurrent probes', async () => {
    await during(await serveTools({ a: '1', b: '1' }), async (server) => {
      const slug = await connect(ada, server.url);
      // Two run at a time, and a further one is refused after a long wait.
      const untilAdmitted = async (): Promise<{ tools_added: number }> => {
        const { status, body } = await ada.post(`/apps/${slug}/probe`);
        if (status === 429) return untilAdmitted();
        expect(status).toBe(200);
        return body as { tools_added: number };
      };
      const results = await Promise.all(Array.from({ length: 5 }, untilAdmitted));
      expect(results.map((result) => result.tools_added).sort()).toEqual([0, 0, 0, 0, 2]);
      expect((await ada.get(`/apps/${slug}/tools`)).body.data).toHaveLength(2);
    });
  });

  it('sends the token only to the host it was saved for', async () => {
    await during(await serveTools({ a: '1' }), async (server) => {
      const slug = await connect(ada, server.url, { auth: { type: 'bearer', token: 'mcp-token' } });
      await probe(ada, slug);
      expect(new Set(server.authorizations)).toEqual(new Set(['Bearer mcp-token']));
      server.authorizations.length = 0;
      await ada.patch(`/apps/${slug}`, { url: server.url.replace('127.0.0.1', 'localhost') });
      await probe(ada, slug);
      expect(new Set(server.authorizations)).toEqual(new Set([undefined]));
    });
  });

  it('keeps the tools and counts nothing when it fails', async () => {
    const server = await serveTools({ a: '1' });
    const slug = await connect(ada, server.url);
    await probe(ada, slug);
    await server.stop();
    expect(await probe(ada, slug)).toMatchObject({
      ...nothing,
      reachable: false,
      tools_discovered: 0,
      reason: 'connection_refused',
      last_probed_at: expect.any(String),
    });
    expect((await ada.get(`/apps/${slug}/tools`)).body.data).toHaveLength(1);
    expect((await ada.get(`/apps/${slug}`)).body).toMatchObject({
      reachable: false,
      last_probe_reason: 'connection_refused',
    });
  });
});
