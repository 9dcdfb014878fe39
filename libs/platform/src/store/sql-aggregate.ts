import { clock } from '@tandem/domain/core/clock';
import type { Entity } from '@tandem/domain/core/entity';
import type { View } from '../view/view.js';
import type { Belonging } from '../view/view-parts.js';
import type { Row, Statement } from '../postgres/batch.js';
import type { Database } from '../postgres/database.js';
import type { Changes } from './event-rows.js';
import type { Bind } from '../postgres/params.js';
import { RowMap } from './row-map.js';
import type { Shape } from './sql-reader.js';
import { SqlStore } from './sql-store.js';
import type { TableSchema } from './table.js';
import { ofTenant, rowsOf, tenantStatement } from '../postgres/tenant-statements.js';

/** Where the parts of a whole are kept, and what they are called there. */
interface PartsOf<E, P extends Entity> extends Belonging {
  /** The list on the whole, in the order of the rows. */
  property: keyof E & string;
  /** What the whole's view calls the list. */
  wire: string;
  schema: TableSchema<P>;
  view: View<P>;
}

/** Wholes whose parts one statement reads: all of thousands would take longer than a statement may. */
const loadedAtOnce = 100;

/** The parts of a whole as they were read. */
interface Loaded {
  ids: Set<string>;
  shown: Record<string, unknown>[];
}

/**
 * A store of entities that have a list of parts, kept in a table of their own. The parts are loaded, locked and saved with the
 * whole, and a changed part counts as a change of the whole.
 */
export abstract class SqlAggregate<E extends Entity, P extends Entity, F extends object = object> extends SqlStore<
  E,
  F
> {
  private readonly partMap = new RowMap(this.parts.schema, this.parts.view);
  private readonly loaded = new WeakMap<Entity, Loaded>();

  constructor(
    database: Database,
    shape: Shape<E, F>,
    private readonly parts: PartsOf<E, P>,
  ) {
    super(database, shape);
  }

  override add(whole: E): Promise<E> {
    return this.database.run(async () => {
      await this.admit(whole, this.partsOf(whole));
      return super.add(
        whole,
        this.partsOf(whole).map((part) => this.partMap.insert(part)),
      );
    });
  }

  /** One by one: each has parts of its own. */
  override async saveAll(wholes: readonly E[]): Promise<void> {
    for (const whole of wholes) await this.save(whole);
  }

  protected override async save(whole: E): Promise<void> {
    const { statements, fresh, changes } = this.difference(whole);
    if (statements.length === 0) return super.save(whole);
    await this.admit(whole, fresh);
    const { statement, changes: own } = this.map.update(whole);
    if (!statement) whole.updatedAt = clock.now();
    const events = this.eventsOf(whole, { ...own, ...changes });
    await this.write([
      ...statements,
      statement ?? this.setting(whole.id, 'updated_at', whole.updatedAt),
      ...this.alsoWritten(whole),
      ...events,
    ]);
  }

  /** Called before new and changed parts are stored, and may throw; by default everything may be stored. */
  protected async admit(_whole: E, _fresh: readonly P[]): Promise<void> {}

  protected override async select(condition: (bind: Bind) => string, tail = '', alive = this.alive): Promise<E[]> {
    const wholes = await super.select(condition, tail, alive);
    if (wholes.length) await this.load(wholes);
    return wholes;
  }

  override async pick<K extends keyof E>(fields: readonly K[], filters: F, max: number): Promise<Pick<E, K>[]> {
    const own = fields.filter((field) => field !== this.parts.property);
    const wholes = await super.pick(own, filters, max);
    if (own.length < fields.length)
      for (let at = 0; at < wholes.length; at += loadedAtOnce)
        await this.load(wholes.slice(at, at + loadedAtOnce) as unknown as E[]);
    return wholes;
  }

  private async load(wholes: readonly E[]): Promise<void> {
    const { table, owner, order, property } = this.parts;
    const rows = await this.database.queryOfTenant(
      `select ${this.partMap.columns} ${rowsOf(table)} and t.${owner} = any($2::uuid[]) order by t.${order}`,
      wholes.map(({ id }) => id),
    );
    const found = new Map(wholes.map(({ id }) => [id, [] as P[]]));
    for (const row of rows) found.get(row[owner] as string)!.push(this.partMap.revive(row));
    for (const whole of wholes) {
      const parts = found.get(whole.id)!;
      (whole as unknown as Row)[property] = parts;
      this.loaded.set(whole, { ids: new Set(parts.map(({ id }) => id)), shown: this.shown(parts) });
    }
  }

  private difference(whole: E): { statements: Statement[]; fresh: P[]; changes: Changes } {
    const { ids, shown } = this.loaded.get(whole)!;
    const parts = this.partsOf(whole);
    const writes = parts.flatMap((part) => {
      const statement = ids.has(part.id) ? this.partMap.update(part).statement : this.partMap.insert(part);
      return statement ? [{ part, statement }] : [];
    });
    const gone = [...ids].filter((id) => !parts.some((part) => part.id === id));
    const statements = [...this.removal(gone), ...writes.map(({ statement }) => statement)];
    const changes = { [this.parts.wire]: { from: shown, to: this.shown(parts) } };
    return { statements, fresh: writes.map(({ part }) => part), changes };
  }

  private removal(ids: string[]): Statement[] {
    if (ids.length === 0) return [];
    return [tenantStatement(`delete from ${this.parts.table} t where ${ofTenant()} and t.id = any($2::uuid[])`, ids)];
  }

  private shown(parts: readonly P[]): Record<string, unknown>[] {
    return parts.map((part) => this.parts.view.show(part));
  }

  private partsOf(whole: E): P[] {
    return whole[this.parts.property] as P[];
  }
}
