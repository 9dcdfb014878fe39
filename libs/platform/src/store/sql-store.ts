import type { Entity } from '@tandem/domain/core/entity';
import { orNotFound } from '@tandem/domain/core/errors';
import { minId } from '@tandem/domain/core/id';
import { currentScope } from '@tandem/domain/core/scope';
import type { Store } from '@tandem/domain/core/store';
import {
  advisoryLock,
  type Bind,
  customPlan,
  ofTenant,
  plannedAsUsual,
  tenantStatement,
} from '../postgres/statements.js';
import type { Statement } from '../postgres/batch.js';
import type { SignalName } from '../postgres/signals.js';
import { bundled, type Changes, eventRows } from './event-rows.js';
import { sorted } from './orders.js';
import { SqlReader } from './sql-reader.js';

/** A store that locks the rows it changes and writes their events in the same transaction. */
export abstract class SqlStore<E extends Entity, F extends object = object>
  extends SqlReader<E, F>
  implements Store<E, F>
{
  protected readonly announces: SignalName | null = null;
  protected readonly atOnce: number = 500;

  async add(entity: E, parts: readonly Statement[] = []): Promise<E> {
    await this.write([this.map.insert(entity), ...parts, ...this.alsoWritten(entity), ...this.eventsOf(entity)]);
    return entity;
  }

  /** Inserts the rows only, and drops the recorded events. */
  async addWithoutEvents(entities: readonly E[]): Promise<void> {
    if (entities.length) await this.write([this.map.insertMany(entities)]);
  }

  async lock(id: string): Promise<E> {
    return orNotFound(await this.first((bind) => `t.id = ${bind(id)}`, 'for update of t'));
  }

  async lockOrDeleted(id: string): Promise<E> {
    return orNotFound((await this.select((bind) => `t.id = ${bind(id)}`, 'for update of t', 'true'))[0]);
  }

  change(id: string, rule: (entity: E) => void): Promise<E> {
    return this.database.run(async () => {
      const entity = await this.lock(id);
      rule(entity);
      await this.save(entity);
      return entity;
    });
  }

  async remove(id: string, rule: (entity: E) => void): Promise<void> {
    await this.database.run(async () => {
      const entity = await this.lock(id);
      rule(entity);
      await this.write([this.deletion(entity), ...this.eventsOf(entity)]);
    });
  }

  async pick<K extends keyof E>(fields: readonly K[], filters: F, max: number): Promise<Pick<E, K>[]> {
    const conditions = this.filters.all(filters);
    const picked = (bind: Bind) => [this.rows(bind), ...conditions.map((one) => one(bind))];
    const newest = (bind: Bind) => `${picked(bind).join(' and ')} ${sorted(this.listOrder, `${max}`)}`;
    const rows = await this.query((bind) => `select ${this.map.columnsOf(['id', ...fields])} ${newest(bind)}`);
    return rows as Pick<E, K>[];
  }

  /** `store` may write less than the full change. */
  changeIfUnlocked(
    id: string,
    rule: (entity: E) => void,
    store = (entity: E) => this.save(entity),
  ): Promise<E | undefined> {
    return this.database.run(async () => {
      const entity = await this.first((bind) => `t.id = ${bind(id)}`, 'for update of t skip locked');
      if (!entity) return undefined;
      rule(entity);
      await store(entity);
      return entity;
    });
  }

  async lockCount(): Promise<number> {
    const text = `select count(*)::int as count from ${this.name} t where ${this.living().join(' and ')}`;
    const [, counted] = await this.database.batch([advisoryLock('count', this.name), tenantStatement(text)]);
    return counted!.rows[0]!.count as number;
  }

  /** In batches, deleted records included; each batch extends the deadline of the transaction. */
  async changeEach(filters: F, rule: (entity: E) => void): Promise<void> {
    const conditions = this.filters.all(filters);
    const tail = `order by t.id limit ${this.atOnce} for update of t`;
    await this.database.run(async () => {
      await this.database.defer([customPlan]);
      for (let last = minId, entities: E[] = []; ; last = entities.at(-1)!.id) {
        const picked = (bind: Bind) => [`t.id > ${bind(last)}`, ...conditions.map((one) => one(bind))].join(' and ');
        entities = await this.select(picked, tail, 'true');
        entities.forEach(rule);
        await this.saveAll(entities);
        if (entities.length < this.atOnce) break;
        this.database.extendDeadline();
      }
      await this.database.defer([plannedAsUsual]);
    });
  }

  async saveAll(entities: readonly E[]): Promise<void> {
    if (entities.length === 1) return this.save(entities[0]!);
    const { statements, changes } = this.map.updateMany(entities);
    const also = entities.flatMap((entity) => this.alsoWritten(entity));
    const events = entities.flatMap((entity, i) => this.eventsOf(entity, changes[i]));
    await this.write([...statements, ...also, ...bundled(events)]);
  }

  protected async save(entity: E): Promise<void> {
    const { statement, changes } = this.map.update(entity);
    const events = this.eventsOf(entity, changes);
    await this.write([...(statement ? [statement] : []), ...this.alsoWritten(entity), ...events]);
  }

  /** Statements for other tables that belong to an entity, such as the hash of its key; none by default. */
  protected alsoWritten(_entity: E): Statement[] {
    return [];
  }

  protected eventsOf(entity: E, changes: Changes | null = {}): Statement[] {
    return eventRows(entity, this.shape.view, changes, this.database);
  }

  protected deletion({ id }: E): Statement {
    return tenantStatement(`delete from ${this.name} t where ${ofTenant()} and t.id = $2`, id);
  }

  /** Sets one column without recording an event. */
  protected setting(id: string, column: string, value: unknown): Statement {
    return tenantStatement(`update ${this.name} t set ${column} = $3 where ${ofTenant()} and t.id = $2`, id, value);
  }

  protected async write(statements: Statement[]): Promise<void> {
    if (statements.length === 0) return;
    await this.database.defer(statements);
    this.database.wroteEvents();
    if (this.announces) await this.database.signal(this.announces, currentScope().tenantId);
  }
}
