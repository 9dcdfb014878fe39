import { clock } from '@tandem/domain/core/clock';
import type { Entity } from '@tandem/domain/core/entity';
import type { Belonging, View } from '../view/view.js';
import type { Row, Statement } from '../postgres/batch.js';
import type { Database } from '../postgres/database.js';
import type { Changes } from './event-rows.js';
import { type Bind, ofTenant, rowsOf, tenantStatement } from '../postgres/statements.js';
import { RowMap } from './row-map.js';
import type { Shape } from './sql-reader.js';
import { SqlStore } from './sql-store.js';
import type { TableSchema } from './table.js';

interface PartsOf<E, P extends Entity> extends Belonging {
  property: keyof E & string;
  wire: string;
  schema: TableSchema<P>;
  view: View<P>;
}

/** Aggregates whose parts one statement reads, so that it stays within its timeout. */
const loadedAtOnce = 100;

interface Loaded {
  ids: Set<string>;
  shown: Record<string, unknown>[];
}

/** Parts have their own table, and are loaded, locked and saved with the aggregate; their changes count as its own. */
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

  override add(aggregate: E): Promise<E> {
    return this.database.run(async () => {
      await this.admit(aggregate, this.partsOf(aggregate));
      return super.add(
        aggregate,
        this.partsOf(aggregate).map((part) => this.partMap.insert(part)),
      );
    });
  }

  /** One by one, because each has parts of its own. */
  override async saveAll(aggregates: readonly E[]): Promise<void> {
    for (const aggregate of aggregates) await this.save(aggregate);
  }

  protected override async save(aggregate: E): Promise<void> {
    const { statements, fresh, changes } = this.difference(aggregate);
    if (statements.length === 0) return super.save(aggregate);
    await this.admit(aggregate, fresh);
    const { statement, changes: own } = this.map.update(aggregate);
    if (!statement) aggregate.updatedAt = clock.now();
    const events = this.eventsOf(aggregate, { ...own, ...changes });
    await this.write([
      ...statements,
      statement ?? this.setting(aggregate.id, 'updated_at', aggregate.updatedAt),
      ...this.alsoWritten(aggregate),
      ...events,
    ]);
  }

  /** Called before new and changed parts are stored, and may throw to reject them. */
  protected async admit(_aggregate: E, _fresh: readonly P[]): Promise<void> {}

  protected override async select(condition: (bind: Bind) => string, tail = '', alive = this.alive): Promise<E[]> {
    const aggregates = await super.select(condition, tail, alive);
    if (aggregates.length) await this.load(aggregates);
    return aggregates;
  }

  override async pick<K extends keyof E>(fields: readonly K[], filters: F, max: number): Promise<Pick<E, K>[]> {
    const own = fields.filter((field) => field !== this.parts.property);
    const aggregates = await super.pick(own, filters, max);
    if (own.length < fields.length)
      for (let at = 0; at < aggregates.length; at += loadedAtOnce)
        await this.load(aggregates.slice(at, at + loadedAtOnce) as unknown as E[]);
    return aggregates;
  }

  private async load(aggregates: readonly E[]): Promise<void> {
    const { table, owner, order, property } = this.parts;
    const rows = await this.database.queryOfTenant(
      `select ${this.partMap.columns} ${rowsOf(table)} and t.${owner} = any($2::uuid[]) order by t.${order}`,
      aggregates.map(({ id }) => id),
    );
    const found = new Map(aggregates.map(({ id }) => [id, [] as P[]]));
    for (const row of rows) found.get(row[owner] as string)!.push(this.partMap.revive(row));
    for (const aggregate of aggregates) {
      const parts = found.get(aggregate.id)!;
      (aggregate as unknown as Row)[property] = parts;
      this.loaded.set(aggregate, { ids: new Set(parts.map(({ id }) => id)), shown: this.shown(parts) });
    }
  }

  private difference(aggregate: E): { statements: Statement[]; fresh: P[]; changes: Changes } {
    const { ids, shown } = this.loaded.get(aggregate)!;
    const parts = this.partsOf(aggregate);
    const writes = parts.flatMap((part) => {
      const statement = ids.has(part.id) ? this.partMap.update(part).statement : this.partMap.insert(part);
      return statement ? [{ part, statement }] : [];
    });
    const missing = [...ids].filter((id) => !parts.some((part) => part.id === id));
    const statements = [...this.removal(missing), ...writes.map(({ statement }) => statement)];
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

  private partsOf(aggregate: E): P[] {
    return aggregate[this.parts.property] as P[];
  }
}
