import { beforeAll, describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

const maxBytes = 4 * 1024 * 1024;
const notes = 6;

describe('pages of long records', () => {
  const { ada, asOwner } = useWorld();
  const ids: string[] = [];

  beforeAll(async () => {
    for (let n = 0; n < notes; n++)
      ids.unshift((await ada.post('/notes', { title: `Long ${n}`, body: 'a'.repeat(900 * 1024) })).body.id as string);
  });

  /** Every record of the list, and the number of records on each page. */
  async function walk(path: string) {
    const records: Record<string, unknown>[] = [];
    const sizes: number[] = [];
    for (let cursor = ''; ;) {
      const { status, text } = await ada.get(`${path}${cursor && `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      expect(Buffer.byteLength(text)).toBeLessThan(maxBytes + 1024);
      const { data, has_more, next_cursor } = JSON.parse(text) as {
        data: Record<string, unknown>[];
        has_more: boolean;
        next_cursor: string | null;
      };
      records.push(...data);
      sizes.push(data.length);
      expect(has_more).toBe(next_cursor !== null);
      if (next_cursor === null) return { records, sizes };
      cursor = next_cursor;
    }
  }

  it('end at 4 MiB, and the next page continues there', async () => {
    const { records, sizes } = await walk('/notes?limit=100');
    expect(records.map(({ id }) => id)).toEqual(ids);
    expect(sizes).toEqual([4, 2]);
  });

  it('end there for events too', async () => {
    await asOwner(`update events set sequence = n.place
      from (select id, row_number() over (order by id) as place from events) n
       where n.id = events.id`);
    const { records, sizes } = await walk('/webhook-events?limit=100&type=note.created');
    expect(records.map(({ data }) => (data as { id: string }).id).sort()).toEqual([...ids].sort());
    expect(sizes).toEqual([4, 2]);
  });

  it('end there for the runs of an agent too', async () => {
    const runs: string[] = [];
    for (let n = 0; n < 3; n++) runs.unshift((await ada.post('/agents/echo/runs', {})).body.id as string);
    const light = await walk('/agents/echo/runs?limit=2');
    expect([light.records.map(({ id }) => id), light.sizes]).toEqual([runs, [2, 1]]);
    await asOwner(`update agent_runs set output = to_jsonb(repeat('a', 3000000)) where id = any($1)`, [runs.slice(1)]);
    const heavy = await walk('/agents/echo/runs?limit=200');
    expect(heavy.sizes).toEqual([2, 1]);
    expect(heavy.records.map((run) => ({ ...run, output: null }))).toEqual(light.records);
  });

  it('end there for backlinks too, whose header has the cursor', async () => {
    const [{ body: task }, { body: other }] = [
      await ada.post('/tasks', { title: 'x' }),
      await ada.post('/tasks', { title: 'y' }),
    ];
    for (const id of ids) await ada.post(`/tasks/${task.id}/links`, { entity_type: 'note', entity_id: id });
    const first = await ada.get(`/backlinks/task/${task.id}`);
    const cursor = first.headers['x-next-cursor'];
    const second = await ada.get(`/backlinks/task/${task.id}?cursor=${cursor}`);
    const shown = [first, second].map(({ body }) => body.map(({ id }: { id: string }) => id));
    expect(shown).toEqual([ids.slice(0, 4), ids.slice(4)]);
    expect(first.headers).toMatchObject({ 'x-truncated': 'true' });
    for (const name of ['x-truncated', 'x-next-cursor']) expect(second.headers).not.toHaveProperty(name);
    const elsewhere = await ada.get(`/backlinks/task/${other.id}?cursor=${cursor}`);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, 'invalid_cursor']);
    expect((await ada.get(`/backlinks/task/${task.id}?cursor=`)).body.code).toBe('invalid_cursor');
  });

  it('of a search examine 50,000 records at most, and the next page continues there', async () => {
    const { body: needle } = await ada.post('/notes', { title: 'A needle', body: '' });
    await asOwner(
      `insert into notes (tenant_id, id, title, body, word_count, notebook_id, tags, is_pinned, is_archived, metadata,
         created_at, updated_at)
       select tenant_id, gen_random_uuid(), 'Hay', body, word_count, notebook_id, tags, is_pinned, is_archived,
         metadata, created_at + i * interval '1 ms', updated_at
       from notes n, generate_series(1, 50010) i where n.id = $1`,
      [needle.id],
    );
    const first = (await ada.get('/notes?q=needle')).body;
    expect(first).toMatchObject({ data: [], has_more: true, next_cursor: expect.any(String) });
    const second = (await ada.get(`/notes?q=needle&cursor=${first.next_cursor}`)).body;
    expect(second).toMatchObject({ data: [{ id: needle.id }], has_more: false });
  });
});
