import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { call, connect } from '../mcp/connecting.js';

/** One text as typed on different systems. */
const composed = 'Café Zoë';
const decomposed = composed.normalize('NFD');
const forms = [
  [composed, decomposed],
  [decomposed, composed],
] as const;

describe('text in either Unicode form', () => {
  const world = useWorld();
  const { ada } = world;

  describe.each(forms)('stored as %j, searched as %j', (stored, requested) => {
    const q = `q=${encodeURIComponent(requested)}`;
    const found = async (path: string) => (await ada.get(`${path}?${q}`)).body.data.map(({ id }: { id: string }) => id);

    it.each<[string, (text: string) => object]>([
      ['/tasks', (title) => ({ title })],
      ['/tasks', (description) => ({ title: 'Any', description })],
      ['/projects', (name) => ({ name, identifier: `P${Math.floor(Math.random() * 1e8)}` })],
      ['/notes', (title) => ({ title })],
      ['/notes', (body) => ({ title: 'Any', body })],
      ['/notebooks', (name) => ({ name })],
      ['/contacts', (display_name) => ({ display_name })],
      ['/contacts', (value) => ({ display_name: 'Any', channels: [{ type: 'other', value }] })],
    ])('is found by q in %s', async (path, fields) => {
      const created = (await ada.post(path, fields(stored))).body;
      expect(await found(path)).toContain(created.id);
    });

    it('is found by q among members', async () => {
      const bob = await world.member(ada);
      await ada.patch(`/members/${bob.memberId}`, { name: stored });
      expect(await found('/members')).toContain(bob.memberId);
    });

    it('is found by q of a tool', async () => {
      const { id } = (await ada.post('/tasks', { title: stored })).body;
      const client = await connect(world, ada);
      const { value } = await call(client, 'list_tasks', { q: requested });
      await client.close();
      expect(value.data).toContainEqual(expect.objectContaining({ id }));
    });

    it('is one tag, which either form finds', async () => {
      const { id, tags } = (await ada.post('/notes', { title: 'Any', tags: [stored, requested] })).body;
      expect(tags).toEqual([composed]);
      const listed = await ada.get(`/notes?tag=${encodeURIComponent(requested)}`);
      expect(listed.body.data.map((note: { id: string }) => note.id)).toContain(id);
    });
  });

  it('resolves a title in any letter case, but not in escaped brackets', async () => {
    const { id } = (await ada.post('/notes', { title: 'Große Straße' })).body;
    const link = async (body: string) => (await ada.post('/notes', { title: body, body })).body;
    const linked = await link('[[GROSSE STRASSE]]');
    await link('\\[[Große Straße]]');
    expect((await ada.get(`/backlinks/note/${id}`)).body).toEqual([linked]);
  });
});
