import { describe, expect, it } from '@jest/globals';
import type { Entity } from '@tandem/domain/core/entity';
import type { Store } from '@tandem/domain/core/store';
import { Transaction } from '@tandem/domain/core/transaction';
import type { Container } from '@tandem/platform/feature/container';
import type { Feature } from '@tandem/platform/feature/feature';
import type { TableSchema } from '@tandem/platform/store/table';
import { type StoreClass, useStore } from './use-store.js';

/** What a store is held to its promises with. */
export interface Sample<E extends Entity> {
  /** A new entity of the tenant whose scope is open, not stored yet; what it stands on is stored through ports from `get`. */
  make(number: number, get: Container['get']): Promise<E> | E;
  /** A change that shows, recorded where the entity records it. */
  change(entity: E): void;
  /** Some filters that its list has, if it has any. */
  filters?: object;
  /** The events that adding and changing it store; none where absent. */
  tells?: { added: string[]; changed: string[] };
}

const stop = new Error('the rule says no');
const nobody = '01900000-0000-7000-8000-000000000000';
const notFound = expect.objectContaining({ kind: 'not_found' });
const refusedCursor = expect.objectContaining({ code: 'invalid_cursor' });

/** What every store promises, whatever it stores; `features` where a team's own are among them. */
export function storeContract<E extends Entity>(
  Adapter: StoreClass<Store<E>>,
  { make, change, filters, tells = { added: [], changed: [] } }: Sample<NoInfer<E>>,
  features?: readonly Feature[],
): void {
  describe(`${Adapter.name}, as every store`, () => {
    const { ours, theirs, get, query } = useStore(Adapter, features);
    const added = (number: number) => ours(async (store) => store.add(await make(number, get)));
    const shown = async (id: string) => idOf(await ours((store) => store.read(id)));
    const happened = async ({ noun, id }: Entity) => {
      const text = 'select type from events where resource_type = $1 and resource_id = $2 order by id';
      return (await query<{ type: string }>(text, [noun, id])).map(({ type }) => type);
    };

    it('finds what was added, whole', async () => {
      const entity = await added(1);
      const { id } = entity;
      const whole = await ours(async (store) => stored(entity, store));
      expect(await ours((store) => store.one(id))).toMatchObject(whole);
      expect(await ours((store) => store.find(id))).toBeInstanceOf(entity.constructor);
      expect(await ours((store) => store.hold(id))).toMatchObject(whole);
      expect(await shown(id)).toMatchObject({ id });
    });

    it('knows nothing of an id nobody has', async () => {
      expect(await ours((store) => store.find(nobody))).toBeUndefined();
      expect(await ours((store) => store.hold(nobody))).toBeUndefined();
      await expect(ours((store) => store.one(nobody))).rejects.toEqual(notFound);
      await expect(ours((store) => store.read(nobody))).rejects.toEqual(notFound);
      await expect(ours((store) => store.change(nobody, change))).rejects.toEqual(notFound);
    });

    it('tells which of many ids are there', async () => {
      const ids = [(await added(11)).id, nobody, (await added(12)).id];
      expect(await ours((store) => store.present(ids))).toEqual(new Set([ids[0], ids[2]]));
      expect(await theirs((store) => store.present(ids))).toEqual(new Set());
      expect(await ours((store) => store.present([]))).toEqual(new Set());
    });

    it('hides a record from another tenant in every way there is to it', async () => {
      const { id } = await added(2);
      const before = await shown(id);
      expect(await theirs((store) => store.find(id))).toBeUndefined();
      expect(await theirs((store) => store.hold(id))).toBeUndefined();
      await expect(theirs((store) => store.one(id))).rejects.toEqual(notFound);
      await expect(theirs((store) => store.read(id))).rejects.toEqual(notFound);
      await expect(theirs((store) => store.change(id, change))).rejects.toEqual(notFound);
      await expect(theirs((store) => store.remove(id, change))).rejects.toEqual(notFound);
      const { items } = await theirs((store) => store.page({ limit: 100 }));
      expect(items.map((item) => idOf(item).id)).not.toContain(id);
      expect(await shown(id)).toEqual(before);
    });

    it('keeps what a rule did and hands the entity over', async () => {
      const { id } = await added(3);
      const before = await shown(id);
      const changed = await ours((store) => store.change(id, change));
      expect(changed.updatedAt.getTime()).toBeGreaterThanOrEqual(changed.createdAt.getTime());
      expect(await ours(async (store) => store.one(id))).toMatchObject(
        await ours(async (store) => stored(changed, store)),
      );
      expect(await shown(id)).not.toEqual(before);
    });

    it('stores what an entity recorded as events', async () => {
      const entity = await added(10);
      await ours((store) => store.change(entity.id, change));
      expect(await happened(entity)).toEqual([...tells.added, ...tells.changed]);
    });

    it('keeps nothing of a rule that throws: no change, no removal, no event', async () => {
      const entity = await added(4);
      const before = await shown(entity.id);
      const failing = (changed: E) => {
        change(changed);
        throw stop;
      };
      await expect(ours((store) => store.change(entity.id, failing))).rejects.toBe(stop);
      await expect(ours((store) => store.remove(entity.id, failing))).rejects.toBe(stop);
      expect(await shown(entity.id)).toEqual(before);
      expect(await happened(entity)).toEqual(tells.added);
    });

    it('keeps nothing of a transaction that fails: neither the record nor its events', async () => {
      const entity = await ours(() => make(13, get));
      const before = await happened(entity);
      const failing = (store: Store<E>) => async () => {
        await store.add(entity);
        throw stop;
      };
      await expect(ours((store) => get(Transaction).run(failing(store)))).rejects.toBe(stop);
      expect(await ours((store) => store.find(entity.id))).toBeUndefined();
      expect(await happened(entity)).toEqual(before);
    });

    it('shows every record once, the newest first, page by page', async () => {
      for (let number = 5; number < 10; number++) await added(number);
      const all: ReturnType<typeof idOf>[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await ours((store) => store.page({ limit: 2, cursor: cursor ?? undefined }));
        all.push(...page.items.map(idOf));
        cursor = page.nextCursor;
      }
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(all.length).toBeGreaterThanOrEqual(5);
      const positions = all.map(({ created_at, id }) => `${created_at} ${id}`);
      expect(positions).toEqual([...positions].sort().reverse());
    });

    it('refuses a cursor that was tampered with, or made for another tenant or other filters', async () => {
      const { nextCursor } = await ours((store) => store.page({ limit: 1 }));
      const cursor = nextCursor!;
      const changed = cursor.slice(0, 6) + (cursor[6] === 'A' ? 'B' : 'A') + cursor.slice(7);
      for (const wrong of [changed, cursor.slice(1), `${cursor}A`, 'x', ''])
        await expect(ours((store) => store.page({ limit: 1, cursor: wrong }))).rejects.toEqual(refusedCursor);
      await expect(theirs((store) => store.page({ limit: 1, cursor }))).rejects.toEqual(refusedCursor);
      const filtered = { limit: 1, cursor, ...filters };
      if (filters) await expect(ours((store) => store.page(filtered))).rejects.toEqual(refusedCursor);
    });

    it('lists nothing for a filter that nobody declared: the whole list would be too much', async () => {
      const misspelt = { limit: 1, colour: 'red' };
      await expect(ours(async (store) => store.page(misspelt))).rejects.toThrow('no filter colour');
    });
  });
}

/** The fields that the columns of a store keep: not those that an entity forgets once it is stored. */
function stored(entity: Entity, store: object): Partial<Entity> {
  const { shape } = store as { shape?: { table: TableSchema<Entity> } };
  const kept = Object.keys(
    shape?.table.options.columns ?? { id: true, tenantId: true, createdAt: true, updatedAt: true },
  );
  return Object.fromEntries(Object.entries(entity).filter(([name]) => kept.includes(name)));
}

const idOf = ({ json }: { json: string }) => JSON.parse(json) as { id: string; created_at: string };
