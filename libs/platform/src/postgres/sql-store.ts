import type { Entity } from '@tandem/domain/core/entity';
import { notFound } from '@tandem/domain/core/errors';
import type { Store } from '@tandem/domain/core/store';
import type { Statement } from './batch.js';
import { bundled, type Changes, eventRows } from './event-rows.js';
import { type Bind, Params } from './params.js';
import { SqlReader } from './sql-reader.js';

/** The store of one kind of entity on PostgreSQL. Changes lock the row, and events are written in the same transaction. */
export abstract class SqlStore<E extends Entity, F extends object = object>
  extends SqlReader<E, F>
  implements Store<E, F>
{
  async add(entity: E): Promise<E> {
    await this.write([this.map.insert(entity), ...this.eventsOf(entity)]);
    return entity;
  }

  change(id: string, rule: (entity: E) => void): Promise<E> {
    return this.database.run(async () => {
      const entity = await this.locked(id);
      rule(entity);
      await this.save(entity);
      return entity;
    });
  }

  async remove(id: string, rule: (entity: E) => void): Promise<void> {
    await this.database.run(async () => {
      const entity = await this.locked(id);
      rule(entity);
      await this.write([this.deletion(entity), ...this.eventsOf(entity)]);
    });
  }

  /** The entity, locked until the transaction ends. */
  protected async locked(id: string): Promise<E> {
    const [entity] = await this.select((bind) => `t.id = ${bind(id)}`, 'for update of t');
    if (!entity) throw notFound();
    return entity;
  }

  /**
   * Applies a rule to all rows that a condition picks, those too that the caller does not see, and stores what becomes of each. So
   * many are read, and so many written, in one round trip; a transaction that gets on with it is not given up.
   */
  protected async changeAll(condition: (bind: Bind) => string, rule: (entity: E) => void, atOnce = 500): Promise<void> {
    await this.database.run(async () => {
      for (let last: string | undefined; ;) {
        const { values, bind } = new Params();
        const where = [...this.ofTenant(bind, 'true'), condition(bind), ...(last ? [`t.id > ${bind(last)}`] : [])];
        const text = `select ${this.map.columns} from ${this.name} t where ${where.join(' and ')} order by t.id limit ${atOnce} for update of t`;
        const entities = (await this.database.query(text, values)).map((row) => this.map.revive(row));
        entities.forEach(rule);
        const { statements, changes } = this.map.updateMany(entities);
        const events = entities.flatMap((entity, i) => this.eventsOf(entity, changes[i]));
        await this.write([...statements, ...bundled(events)]);
        if (entities.length < atOnce) return;
        last = entities.at(-1)!.id;
        this.database.takeTime();
      }
    });
  }

  /** Stores what a rule changed, with what it recorded; nothing when nothing changed. */
  protected async save(entity: E): Promise<void> {
    const { statement, changes } = this.map.update(entity);
    const events = this.eventsOf(entity, changes);
    await this.write(statement ? [statement, ...events] : events);
  }

  /** What stores the events that the entity recorded; `changes` is null where its row stays as it is. */
  protected eventsOf(entity: E, changes: Changes | null = {}): Statement[] {
    return eventRows(entity, this.shape.view, changes, this.database);
  }

  protected deletion({ tenantId, id }: E): Statement {
    return { text: `delete from ${this.name} where tenant_id = $1 and id = $2`, values: [tenantId, id] };
  }

  protected async write(statements: Statement[]): Promise<void> {
    if (statements.length === 0) return;
    await this.database.defer(statements);
    this.database.wroteEvents();
  }
}
