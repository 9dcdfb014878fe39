import { describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { asTenant } from '@tandem/testing/as-tenant';
import { useWorld } from '@tandem/testing/world';

const many = 20_000;
const few = 100;
const queries = [`'every':*`, `'only7':*`, `'only':*`, `'every'`, `'absent':*`];

describe('the search of a small tenant', () => {
  const world = useWorld({ fresh: 'world' });
  const { ada, asOwner } = world;

  const addDocuments = async (tenantId: string, count: number) => {
    await asOwner(
      `insert into search_documents (tenant_id, entity_type, entity_id, title_folded, lexemes, is_closed, updated_at)
        select $1, 'task', gen_random_uuid(), repeat('x', 800),
          ('every' || n % 100 || ' every only' || n || repeat(md5(n::text), 2))::tsvector, false,
          now() - random() * interval '1 day'
        from generate_series(1, $2::int) n`,
      [tenantId, count],
    );
    await asOwner('vacuum analyze search_documents');
  };

  const pagesRead = (query: string) =>
    asTenant(ada.tenantId, async () => {
      const explain = `explain (analyze, buffers, format json)
        select * from search_documents_matching($1::tsquery, array['task'], true, 2000)`;
      const read = async () => {
        const [row] = await world.api.database.query(explain, [query]);
        const [{ Plan: plan }] = row!['QUERY PLAN'] as [{ Plan: Record<string, number> }];
        return { pages: plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!, rows: plan['Actual Rows'] };
      };
      // The first call of a connection also reads the catalogue.
      return world.api.database.run(async () => (await read()) && read());
    });

  const readEach = async () =>
    Object.fromEntries(await Promise.all(queries.map(async (query) => [query, await pagesRead(query)] as const)));

  it('reads no more, the more others have', async () => {
    await addDocuments(ada.tenantId, few);
    await addDocuments(newId(), many);
    const before = await readEach();
    await addDocuments(newId(), 2 * many);
    for (const [query, { rows, pages }] of Object.entries(await readEach())) {
      expect([query, rows]).toEqual([query, before[query]!.rows]);
      expect(pages).toBeLessThanOrEqual(before[query]!.pages + 10);
    }
  });
});
