import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

const odd = {
  title: 'Quote " and \\ and 𝄞',
  tags: ['ä', 'b "c"', '😀'],
  source_url: 'https://example.com/?q=%22',
  metadata: { n: 1.5, deep: [null, { tab: '\t' }] },
};

describe('pages of backlinks', () => {
  const world = useWorld();
  const { ada, member, asOwner } = world;

  const task = async () => (await ada.post('/tasks', { title: 'Any' })).body.id as string;
  const note = async (id: string, fields: object = {}, ending = '') =>
    (await ada.post('/notes', { title: 'Any', body: `[[task:${id}]]${ending}`, ...fields })).body;
  /** Together too large for a light page; the latest first. */
  const twoHeavy = async (id: string) =>
    [await note(id, {}, 'x'.repeat(600_000)), await note(id, {}, 'x'.repeat(600_000))].reverse();
  const read = async (path: string, by = ada) => {
    const { text, headers } = await by.get(`/backlinks/task/${path}`);
    return { text, ids: JSON.parse(text).map(idOf) as string[], next: headers['x-next-cursor'] };
  };
  const idOf = ({ id }: { id: string }) => id;
  /** Copies of a note with bodies of this length, in order, three each with the same update time. */
  const copied = async (id: string, count: number, length: number) => {
    const reference = `select tenant_id, gen_random_uuid(), id, $2 from more`;
    await asOwner(
      `with more as (
         insert into notes (tenant_id, id, title, body, word_count, notebook_id, tags, is_pinned, is_archived, metadata,
           created_at, updated_at)
         select tenant_id, gen_random_uuid(), title, rpad('', $4, md5(i::text)), word_count, notebook_id, tags,
           is_pinned, is_archived, metadata, created_at, updated_at - i / 3 * interval '1 us'
         from notes n, generate_series(1, $3::int) i where n.id = $1 returning tenant_id, id)
       insert into note_links (tenant_id, id, note_id, reference) ${reference}`,
      [(await note(id)).id, `task:${id}`, count, length],
    );
    const linked = 'select note_id from note_links where reference = $1';
    const rows = `select id from notes where id in (${linked}) order by updated_at desc, id desc`;
    return (await asOwner<{ id: string }>(rows, [`task:${id}`])).map(idOf);
  };

  it('show a note in the same bytes with and without large ones', async () => {
    const target = await task();
    const heavy = await twoHeavy(target);
    const light = [await note(target, odd), await note(target, { is_pinned: true }), await note(target)].reverse();
    const all = await read(target);
    expect(all.ids).toEqual([...light, ...heavy].map(idOf));
    for (const { id } of heavy) await ada.delete(`/notes/${id}`);
    const rest = await read(target);
    expect(rest.ids).toEqual(light.map(idOf));
    expect(all.text.startsWith(`${rest.text.slice(0, -1)},`)).toBe(true);
  });

  it('contain only what the caller may see', async () => {
    const target = await task();
    const mine = (await ada.post('/notebooks', { name: 'Mine' })).body.id;
    await twoHeavy(target);
    const shown = await note(target, { notebook_id: mine });
    const filter = { domain: 'notes', access_level: 'write', resource_filter: { notebook_ids: [mine] } };
    expect((await read(target, await member(ada, [filter]))).ids).toEqual([shown.id]);
  });

  it('continue after the last note of a page, among notes of the same time', async () => {
    const target = await task();
    const all = await copied(target, 1002, 10);
    const first = await read(target);
    const rest = await read(`${target}?cursor=${first.next}`);
    expect([first.ids, rest.ids]).toEqual([all.slice(0, 1000), all.slice(1000)]);
    expect(rest.next).toBeUndefined();
  });

  it('of many short notes end at 4 MiB', async () => {
    const target = await task();
    const all = await copied(target, 999, 6000);
    const first = await read(target);
    const rest = await read(`${target}?cursor=${first.next}`);
    expect([...first.ids, ...rest.ids]).toEqual(all);
    expect(Buffer.byteLength(first.text)).toBeLessThan(4 * 1024 * 1024 + 1024);
    expect(Buffer.byteLength(first.text)).toBeGreaterThan(4 * 1024 * 1024 - 7000);
  });
});
