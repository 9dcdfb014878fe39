import { describe, expect, it } from '@jest/globals';
import type { Entity } from '@tandem/domain/core/entity';
import type { Records } from '@tandem/domain/core/store';
import type { Feature } from '@tandem/platform/feature/feature';
import { type Fixture, type StoreClass, useStore } from './use-store.js';

/** The read methods, which readers and stores share. */
type Reader = Pick<Records<Entity>, 'read' | 'present' | 'page'>;

/** Sample data for the tests of a reader. */
export interface Added {
  /** Stores a record of the tenant whose scope is open. */
  add(number: number, fixture: Pick<Fixture<unknown>, 'get' | 'query'>): Promise<{ id: string }>;
  /** Some filters of the list, if it has any. */
  filters?: object;
}

export const nobody = '01900000-0000-7000-8000-000000000000';
export const notFound = expect.objectContaining({ kind: 'not_found' }) as object;
const refusedCursor = expect.objectContaining({ code: 'invalid_cursor' });

/** The contract of every reader, stores included. */
export function readerContract(Adapter: StoreClass<Reader>, sample: Added, features?: readonly Feature[]): void {
  describe(`${Adapter.name}, as every reader`, () => readerPromises(useStore(Adapter, features), sample));
}

/** The tests, for the surrounding `describe`. */
export function readerPromises({ ours, theirs, get, query }: Fixture<Reader>, { add, filters }: Added): void {
  const added = (number: number) => ours(() => add(number, { get, query }));

  it('reads an added record, and returns 404 for an unknown id', async () => {
    const { id } = await added(14);
    expect(idOf(await ours((reader) => reader.read(id)))).toMatchObject({ id });
    await expect(ours((reader) => reader.read(nobody))).rejects.toEqual(notFound);
  });

  it('returns which of many ids exist', async () => {
    const ids = [(await added(11)).id, nobody, (await added(12)).id];
    expect(await ours((reader) => reader.present(ids))).toEqual(new Set([ids[0], ids[2]]));
    expect(await ours((reader) => reader.present([]))).toEqual(new Set());
  });

  it('hides a record from another tenant in every method', async () => {
    const { id } = await added(2);
    await expect(theirs((reader) => reader.read(id))).rejects.toEqual(notFound);
    expect(await theirs((reader) => reader.present([id]))).toEqual(new Set());
    const { items } = await theirs((reader) => reader.page({ limit: 100 }));
    expect(items.map((item) => idOf(item).id)).not.toContain(id);
  });

  it('lists every record once, newest first, page by page', async () => {
    for (let number = 5; number < 10; number++) await added(number);
    const all: ReturnType<typeof idOf>[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await ours((reader) => reader.page({ limit: 2, cursor: cursor ?? undefined }));
      all.push(...page.items.map(idOf));
      cursor = page.nextCursor;
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(5);
    const positions = all.map(({ created_at, started_at, id }) => `${created_at ?? started_at ?? ''} ${id}`);
    expect(positions).toEqual([...positions].sort().reverse());
  });

  it('rejects a cursor that was altered, or made for another tenant or other filters', async () => {
    const { nextCursor } = await ours((reader) => reader.page({ limit: 1 }));
    const cursor = nextCursor!;
    const changed = cursor.slice(0, 6) + (cursor[6] === 'A' ? 'B' : 'A') + cursor.slice(7);
    for (const wrong of [changed, cursor.slice(1), `${cursor}A`, 'x', ''])
      await expect(ours((reader) => reader.page({ limit: 1, cursor: wrong }))).rejects.toEqual(refusedCursor);
    await expect(theirs((reader) => reader.page({ limit: 1, cursor }))).rejects.toEqual(refusedCursor);
    const filtered = { limit: 1, cursor, ...filters };
    if (filters) await expect(ours((reader) => reader.page(filtered))).rejects.toEqual(refusedCursor);
  });

  it('rejects an undeclared filter instead of listing everything', async () => {
    const misspelt = { limit: 1, colour: 'red' };
    await expect(ours(async (reader) => reader.page(misspelt))).rejects.toThrow('no filter colour');
  });
}

export const idOf = ({ json }: { json: string }) =>
  JSON.parse(json) as { id: string; created_at?: string; started_at?: string };
