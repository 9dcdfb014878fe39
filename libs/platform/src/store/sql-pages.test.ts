import { expect, it } from '@jest/globals';
import { inScope, systemScope } from '@tandem/domain/core/scope';
import { Cursors } from '../postgres/cursors.js';
import type { Statement } from '../postgres/batch.js';
import type { Database } from '../postgres/database.js';
import { int32 } from '../view/kinds.js';
import { View } from '../view/view.js';
import { type Listing, SqlPages } from './sql-pages.js';

const tenantId = '019ab1c2-0000-7000-8000-000000000001';
const listing: Listing = {
  filters: {},
  horizon: 3,
  order: { key: 't.sequence', type: 'bigint', direction: 'asc' },
  conditions: () => ['true'],
  rowFilter: () => 't.is_shown',
};

/** A table of numbers of which the even ones are visible; `meanwhile` runs between two reads. */
function numbers(stored: number[], meanwhile: () => void) {
  const row = (n: number) => ({
    n,
    '#key': String(n),
    '#id': `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  });
  const query = (text: string, values: readonly unknown[]) => {
    const bounds = [...text.matchAll(/(<=|>) \(\$(\d+)::bigint/g)].map(([, sign, at]) => [
      sign,
      Number(values[Number(at) - 1]),
    ]);
    const within = (n: number) =>
      bounds.every(([sign, bound]) => (sign === '>' ? n > Number(bound) : n <= Number(bound)));
    const all = stored.filter(within).sort((a, b) => a - b);
    if (text.includes('offset')) return Promise.resolve(all.slice(2, 3).map(row));
    const scanned = text.includes('limit 3') ? all.slice(0, 3) : all;
    const shown = scanned.filter((n) => n % 2 === 0);
    const found = shown.map((n) => ({ ...row(n), '#picked': shown.length }));
    meanwhile();
    return Promise.resolve(found);
  };
  const batch = async ([statement]: readonly Statement[]) => [
    { rows: await query(statement!.text, statement!.values!) },
  ];
  return { query, batch, cursors: new Cursors(Buffer.alloc(32)) } as unknown as Database;
}

it('a row added while a page is read is on that page or a later one', async () => {
  const stored = [1, 3];
  const database = numbers(stored, () => stored.length === 2 && stored.push(4, 5, 6));
  const pages = new SqlPages(database, {
    table: 'events',
    view: new View('Event', { n: int32 }),
    bytes: '1',
    forCaller: async (rows) => rows,
  });
  const seen: string[] = [];
  await inScope(systemScope(tenantId), async () => {
    for (let cursor: string | undefined; ;) {
      const page = await pages.page({ limit: 10, cursor }, listing);
      seen.push(...page.items.map(({ json }) => json));
      if (page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  });
  expect(seen).toEqual(['{"n":4}', '{"n":6}']);
});
