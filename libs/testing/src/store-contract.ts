import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Entity } from '@tandem/domain/core/entity';
import type { Store } from '@tandem/domain/core/store';
import { asTenant } from './as-tenant.js';

/** A store to hold to its promises, and what to look at it with. */
export interface Stand<E extends Entity> {
  store: Store<E>;
  /** Records are made in the first tenant and sought from the second. */
  tenants: readonly [ours: string, theirs: string];
  /** A new entity of the tenant whose scope is open, not stored yet. */
  make(number: number): Promise<E> | E;
  /** The events that adding and changing it store. */
  tells: { added: string[]; changed: string[] };
  /** Types of a tenant's events in the order they were stored. */
  happened(tenantId: string): Promise<string[]> | string[];
  close?(): Promise<void>;
}

const stop = new Error('the rule says no');
const notFound = expect.objectContaining({ kind: 'not_found' });
const refusedCursor = expect.objectContaining({ code: 'invalid_cursor' });

/** What every store promises, whatever it is made with; `changeIt` makes a change that shows, and records it where the entity does. */
export function storeContract<E extends Entity>(
  name: string,
  open: () => Promise<Stand<E>>,
  changeIt: (entity: E) => void,
): void {
  describe(`${name}, as every store`, () => {
    let stand: Stand<E>;
    let store: Store<E>;
    const ours = <T>(work: () => T) => asTenant(stand.tenants[0], work);
    const theirs = <T>(work: () => T) => asTenant(stand.tenants[1], work);
    const added = (number: number) => ours(async () => store.add(await stand.make(number)));
    const happened = () => stand.happened(stand.tenants[0]);
    const shown = async (id: string) => JSON.parse((await ours(() => store.read(id))).json) as { id: string };

    beforeAll(async () => {
      stand = await open();
      store = stand.store;
    });
    afterAll(() => stand.close?.());

    it('finds what was added, whole', async () => {
      const entity = await added(1);
      expect(await ours(() => store.one(entity.id))).toMatchObject(stored(entity));
      expect(await ours(() => store.find(entity.id))).toBeInstanceOf(entity.constructor);
      expect(await shown(entity.id)).toMatchObject({ id: entity.id });
    });

    it('knows nothing of an id nobody has', async () => {
      const nobody = '01900000-0000-7000-8000-000000000000';
      expect(await ours(() => store.find(nobody))).toBeUndefined();
      await expect(ours(() => store.one(nobody))).rejects.toEqual(notFound);
      await expect(ours(() => store.read(nobody))).rejects.toEqual(notFound);
      await expect(ours(() => store.change(nobody, changeIt))).rejects.toEqual(notFound);
    });

    it('tells which of many ids are there', async () => {
      const ids = [(await added(11)).id, '01900000-0000-7000-8000-000000000000', (await added(12)).id];
      expect(await ours(() => store.present(ids))).toEqual(new Set([ids[0], ids[2]]));
      expect(await theirs(() => store.present(ids))).toEqual(new Set());
      expect(await ours(() => store.present([]))).toEqual(new Set());
    });

    it('hides a record from another tenant in every way there is to it', async () => {
      const { id } = await added(2);
      const before = await shown(id);
      expect(await theirs(() => store.find(id))).toBeUndefined();
      for (const attempt of [
        () => store.one(id),
        () => store.read(id),
        () => store.change(id, changeIt),
        () => store.remove(id, changeIt),
      ])
        await expect(theirs<Promise<unknown>>(attempt)).rejects.toEqual(notFound);
      const listed = await theirs(() => store.page({ limit: 100 }));
      expect(listed.items.map(({ json }) => (JSON.parse(json) as { id: string }).id)).not.toContain(id);
      expect(await shown(id)).toEqual(before);
    });

    it('keeps what a rule did and hands the entity over', async () => {
      const { id } = await added(3);
      const before = await shown(id);
      const changed = await ours(() => store.change(id, changeIt));
      expect(changed.updatedAt.getTime()).toBeGreaterThanOrEqual(changed.createdAt.getTime());
      expect(await ours(() => store.one(id))).toMatchObject(stored(changed));
      expect(await shown(id)).not.toEqual(before);
    });

    it('stores what an entity recorded as events', async () => {
      const start = (await happened()).length;
      const { id } = await added(10);
      await ours(() => store.change(id, changeIt));
      expect((await happened()).slice(start)).toEqual([...stand.tells.added, ...stand.tells.changed]);
    });

    it('keeps nothing of a rule that throws: no change, no removal, no event', async () => {
      const { id } = await added(4);
      const before = await shown(id);
      const events = await happened();
      const failing = (entity: E) => {
        changeIt(entity);
        throw stop;
      };
      await expect(ours(() => store.change(id, failing))).rejects.toBe(stop);
      await expect(ours(() => store.remove(id, failing))).rejects.toBe(stop);
      expect(await shown(id)).toEqual(before);
      expect(await happened()).toEqual(events);
    });

    it('shows every record once, the newest first, page by page', async () => {
      for (let number = 5; number < 10; number++) await added(number);
      const all = await pages();
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(all.length).toBeGreaterThanOrEqual(5);
      const positions = all.map(({ created_at, id }) => `${created_at} ${id}`);
      expect(positions).toEqual([...positions].sort().reverse());
    });

    it('refuses a cursor that was tampered with, or made for another tenant or other filters', async () => {
      const { nextCursor } = await ours(() => store.page({ limit: 1 }));
      const cursor = nextCursor!;
      const changed = cursor.slice(0, 6) + (cursor[6] === 'A' ? 'B' : 'A') + cursor.slice(7);
      for (const wrong of [changed, cursor.slice(1), `${cursor}A`, 'x', ''])
        await expect(ours(() => store.page({ limit: 1, cursor: wrong }))).rejects.toEqual(refusedCursor);
      await expect(theirs(() => store.page({ limit: 1, cursor }))).rejects.toEqual(refusedCursor);
      const filtered = { limit: 1, cursor, q: 'other' };
      await expect(ours(() => store.page(filtered))).rejects.toEqual(refusedCursor);
    });

    async function pages(): Promise<{ id: string; created_at: string }[]> {
      const all: { id: string; created_at: string }[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await ours(() => store.page({ limit: 2, cursor }));
        all.push(...page.items.map(({ json }) => JSON.parse(json) as { id: string; created_at: string }));
        if (page.nextCursor === null) return all;
        cursor = page.nextCursor;
      }
    }
  });
}

/** The fields that a store keeps: not those that an entity forgets once it is stored. */
const stored = ({ id, tenantId, createdAt, updatedAt }: Entity) => ({ id, tenantId, createdAt, updatedAt });
