import type { Entity } from '@tandem/domain/core/entity';
import { Nesting } from '@tandem/domain/core/nesting';
import type { Tree } from '@tandem/domain/core/store';
import {
  advisoryLock,
  type Bind,
  ofTenant,
  Params,
  plannedForAll,
  rowsOf,
  tenantStatement,
} from '../postgres/statements.js';
import type { Outcome } from '../postgres/batch.js';
import { SqlStore } from './sql-store.js';

/** Maximum depth of a tree; it also ends a walk through a cycle. */
export const bottom = 20;

/** Joins matching rows by an index; PostgreSQL might run a plain join as a sequential scan. */
export const rowsBy = (table: string, condition: string) =>
  `cross join lateral (select * from ${table} t where ${ofTenant()} and ${condition} offset 0) t`;

const above = (table: string, id: string) => `with recursive above as (
  select t.parent_id as id, 1 as depth ${rowsOf(table)} and t.id = ${id} and t.parent_id is not null
  union all
  select t.parent_id, a.depth + 1 from above a ${rowsBy(table, 't.id = a.id and t.parent_id is not null')}
  where a.depth < ${bottom})
select id from above order by depth`;

const below = (table: string, id: string) => `with recursive below as (
  select t.id, 1 as depth ${rowsOf(table)} and t.parent_id = ${id} and t.deleted_at is null
  union all
  select t.id, b.depth + 1 from below b ${rowsBy(table, 't.parent_id = b.id and t.deleted_at is null')}
  where b.depth < ${bottom})`;

export const idsBelow = (table: string, id: string) => `array(${below(table, id)} select id from below)`;

const maxRounds = 6;

export interface Locked<E> {
  entity: E;
  isSeen: boolean;
  relations: readonly (string | null)[];
}

export abstract class SqlTree<E extends Entity, F extends object = object>
  extends SqlStore<E, F>
  implements Tree<E, F>
{
  async lockTree(): Promise<void> {
    await this.database.batch([advisoryLock('tree', this.name)]);
  }

  async nesting(parentId: string, id?: string): Promise<Nesting> {
    const height = `${below(this.name, '$2')} select coalesce(max(depth), 0) as height from below`;
    const [up, down] = await this.database.batch([
      tenantStatement(above(this.name, '$2'), parentId),
      ...(id ? [tenantStatement(height, id)] : []),
    ]);
    const line = [parentId, ...up!.rows.map((row) => row.id as string)];
    return new Nesting(line, down?.rows[0]!.height as number | undefined, id);
  }

  /** In id order. If the query then finds more (rare), all locks are released, with writes since, and taken again. */
  protected async lockFound(query: (bind: Bind) => string): Promise<Locked<E>[]> {
    const { bind, values } = new Params();
    const find = { text: query(bind), values: [...values] };
    const isSeen = [this.alive, this.visible(bind)].filter(Boolean).join(' and ') || 'true';
    const text = `select ${this.map.columns}, ${isSeen} as is_seen ${rowsOf(this.name)} and t.id = any(array(
      select q.id from (${find.text}) q
      union select unnest($${values.length + 1}::uuid[]))) order by t.id for update of t`;
    let known: string[] = [];
    let before = 'savepoint before_locks';
    for (let round = 1; ; round++) {
      const lock = { text, values: [...values, known] };
      const [, , locked, found] = await this.database.batch([{ text: before }, ...plannedForAll(lock, find)]);
      const tried = new Set([...known, ...idsOf(locked!)]);
      const more = idsOf(found!).filter((id) => !tried.has(id));
      if (more.length === 0) {
        await this.database.defer([{ text: 'release savepoint before_locks' }]);
        return this.locked(locked!, found!);
      }
      known = [...tried, ...more];
      before = round < maxRounds ? 'rollback to savepoint before_locks' : 'select 1';
    }
  }

  private locked(locked: Outcome, found: Outcome): Locked<E>[] {
    const relations = new Map(found.rows.map((row) => [row.id, (row.relations ?? []) as string[]]));
    return locked.rows.flatMap((row) => {
      const related = relations.get(row.id);
      return related ? { entity: this.map.revive(row), isSeen: row.is_seen === true, relations: related } : [];
    });
  }
}

const idsOf = ({ rows }: Outcome): string[] => rows.map((row) => row.id as string);
