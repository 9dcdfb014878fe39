import { describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { currentScope } from '@tandem/domain/core/scope';
import { readerContract } from '@tandem/testing/reader-contract';
import { type Fixture, useStore } from '@tandem/testing/use-store';
import { SqlUsageDays } from './sql-usage-days.js';

type Query = Fixture<unknown>['query'];

async function addDay(query: Query, daysAgo: number): Promise<{ id: string; date: string }> {
  const [created] = await query<{ id: string; date: string }>(
    `insert into usage_days (tenant_id, id, date, request_count)
     values ($1, $2, (now() at time zone 'UTC')::date - $3::int, 2)
     returning id, date::text`,
    [currentScope().tenantId, newId(), daysAgo],
  );
  return created!;
}

readerContract(SqlUsageDays, { add: (daysAgo, { query }) => addDay(query, daysAgo) });

describe('SqlUsageDays', () => {
  const { ours, theirs, query } = useStore(SqlUsageDays);
  const ourId = () => ours(() => currentScope().tenantId);
  const used = (daysAgo: number) => ours(() => addDay(query, daysAgo));

  it('lists only the last days of its own tenant, newest first', async () => {
    const created = await Promise.all([6, 0, 7, 1].map((daysAgo) => used(daysAgo)));
    const newest = created.map(({ date }) => date).sort();
    const { items, truncated } = await ours((days) => days.last(7));
    const shown = items.map(({ json }) => JSON.parse(json) as { date: string; request_count: number });
    expect(shown.map(({ date }) => date)).toEqual(newest.slice(1).reverse());
    expect(shown[0]).toMatchObject({ tenant_id: ourId(), request_count: 2, search_count: 0 });
    expect(truncated).toBe(false);
  });

  it('hides a day from another tenant in every method', async () => {
    const { id } = await used(2);
    expect(await ours((days) => days.find(id))).toMatchObject({ id });
    expect(await theirs((days) => days.find(id))).toBeUndefined();
    expect(await theirs((days) => days.lockShared(id))).toBeUndefined();
    expect((await theirs((days) => days.page({}))).items).toEqual([]);
    expect((await theirs((days) => days.last(7))).items).toEqual([]);
  });
});
