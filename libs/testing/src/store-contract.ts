import { describe, expect, it } from '@jest/globals';
import type { Entity } from '@tandem/domain/core/entity';
import type { Store } from '@tandem/domain/core/store';
import { Transaction } from '@tandem/domain/core/transaction';
import type { Container } from '@tandem/platform/feature/container';
import type { Feature } from '@tandem/platform/feature/feature';
import type { TableSchema } from '@tandem/platform/store/table';
import type { View } from '@tandem/platform/view/view';
import { idOf, nobody, notFound, readerPromises } from './reader-contract.js';
import { type StoreClass, useStore } from './use-store.js';

/** Sample data for the tests of a store. */
export interface Sample<E extends Entity> {
  /** A new entity of the current tenant, not stored yet; records it refers to are stored through ports from `get`. */
  make(number: number, get: Container['get']): Promise<E> | E;
  /** A visible change, recorded if the entity records events. */
  change(entity: E): void;
  /** Some filters of the list, if it has any. */
  filters?: object;
  /** The events stored for adding and changing it; none by default. */
  records?: { added: string[]; changed: string[] };
}

const stop = new Error('the rule says no');

/** The contract of every store; `features` if a team's own are needed. */
export function storeContract<E extends Entity>(
  Adapter: StoreClass<Store<E>>,
  { make, change, filters, records = { added: [], changed: [] } }: Sample<NoInfer<E>>,
  features?: readonly Feature[],
): void {
  describe(`${Adapter.name}, as every store`, () => {
    const fixture = useStore(Adapter, features);
    const { ours, theirs, get, query } = fixture;
    const added = (number: number) => ours(async (store) => store.add(await make(number, get)));
    const shown = async (id: string) => idOf(await ours((store) => store.read(id)));
    const happened = async ({ typeName: resourceType, id }: Entity) => {
      const text = 'select type from events where resource_type = $1 and resource_id = $2 order by id';
      return (await query<{ type: string }>(text, [resourceType, id])).map(({ type }) => type);
    };

    it('finds an added entity with all its fields', async () => {
      const entity = await added(1);
      const { id } = entity;
      const loaded = await ours(async (store) => stored(entity, store));
      expect(await ours((store) => store.one(id))).toMatchObject(loaded);
      expect(await ours((store) => store.find(id))).toBeInstanceOf(entity.constructor);
      expect(await ours((store) => store.lockShared(id))).toMatchObject(loaded);
    });

    it('does not find an unknown id', async () => {
      expect(await ours((store) => store.find(nobody))).toBeUndefined();
      expect(await ours((store) => store.lockShared(nobody))).toBeUndefined();
      await expect(ours((store) => store.one(nobody))).rejects.toEqual(notFound);
      await expect(ours((store) => store.change(nobody, change))).rejects.toEqual(notFound);
    });

    it('neither returns a record to another tenant nor lets it change or remove the record', async () => {
      const { id } = await added(15);
      const before = await shown(id);
      expect(await theirs((store) => store.find(id))).toBeUndefined();
      expect(await theirs((store) => store.lockShared(id))).toBeUndefined();
      await expect(theirs((store) => store.one(id))).rejects.toEqual(notFound);
      await expect(theirs((store) => store.change(id, change))).rejects.toEqual(notFound);
      expect(await theirs((store) => store.changeIfUnlocked(id, change))).toBeUndefined();
      await expect(theirs((store) => store.remove(id, change))).rejects.toEqual(notFound);
      const picked = await theirs((store) => store.pick(['id'], {}, 100));
      expect(picked.map((one) => one.id)).not.toContain(id);
      expect(await shown(id)).toEqual(before);
    });

    it('stores the change of a rule and returns the entity', async () => {
      const { id } = await added(3);
      const before = await shown(id);
      const changed = await ours((store) => store.change(id, change));
      expect(changed.updatedAt.getTime()).toBeGreaterThanOrEqual(changed.createdAt.getTime());
      expect(await ours(async (store) => store.one(id))).toMatchObject(
        await ours(async (store) => stored(changed, store)),
      );
      expect(await shown(id)).not.toEqual(before);
    });

    it('renders a row exactly as its view shows the entity', async () => {
      const { id } = await added(19);
      const compare = () =>
        ours(async (store) => expect(idOf(await store.read(id))).toEqual(throughView(await store.one(id), store)));
      await compare();
      await ours((store) => store.change(id, change));
      await compare();
    });

    it('stores recorded events', async () => {
      const entity = await added(10);
      await ours((store) => store.change(entity.id, change));
      expect(await happened(entity)).toEqual([...records.added, ...records.changed]);
    });

    it('stores nothing if a rule throws: no change, no removal, no event', async () => {
      const entity = await added(4);
      const before = await shown(entity.id);
      const failing = (changed: E) => {
        change(changed);
        throw stop;
      };
      await expect(ours((store) => store.change(entity.id, failing))).rejects.toBe(stop);
      await expect(ours((store) => store.changeIfUnlocked(entity.id, failing))).rejects.toBe(stop);
      await expect(ours((store) => store.remove(entity.id, failing))).rejects.toBe(stop);
      expect(await shown(entity.id)).toEqual(before);
      expect(await happened(entity)).toEqual(records.added);
    });

    it('stores nothing of a failed transaction, neither record nor events', async () => {
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

    it('picks fields of the newest records, and rejects an undeclared filter', async () => {
      for (let number = 16; number < 19; number++) await added(number);
      const { items } = await ours((store) => store.page({ limit: 3 }));
      const loaded = await ours((store) => Promise.all(items.map((item) => store.one(idOf(item).id))));
      const newest = loaded.map(({ id, createdAt }) => ({ id, createdAt }));
      expect(await ours((store) => store.pick(['createdAt'], {}, 3))).toEqual(newest);
      await expect(ours((store) => store.pick(['id'], { colour: 'red' }, 1))).rejects.toThrow('no filter colour');
    });

    it('counts what each of several filters finds, up to a maximum', async () => {
      for (let number = 20; number < 23; number++) await added(number);
      expect(await ours((store) => store.countEach({ some: {}, same: {} }, 2))).toEqual({ some: 2, same: 2 });
      await expect(ours((store) => store.countEach({ red: { colour: 'red' } }, 1))).rejects.toThrow('no filter colour');
    });

    readerPromises(fixture, { add: added, filters });
  });
}

/** The fields with a column: an entity may hold others that are not stored. */
function stored(entity: Entity, store: object): Partial<Entity> {
  const columns = Object.keys(shapeOf(store).table.options.columns);
  return Object.fromEntries(Object.entries(entity).filter(([name]) => columns.includes(name)));
}

/** The entity as its view shows it, parsed from JSON. */
const throughView = (entity: Entity, store: object) => idOf({ json: shapeOf(store).view.render(entity) });

/** The table and view, which are protected. */
const shapeOf = (store: object) => (store as { shape: { table: TableSchema<Entity>; view: View<Entity> } }).shape;
