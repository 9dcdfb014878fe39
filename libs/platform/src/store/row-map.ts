import type { EntitySchemaColumnOptions } from 'typeorm';
import { clock } from '@tandem/domain/core/clock';
import type { Entity } from '@tandem/domain/core/entity';
import { snake } from '@tandem/domain/core/wire-names';
import type { View } from '../view/view.js';
import type { Row, Statement } from '../postgres/batch.js';
import { ofTenant, tenantStatement } from '../postgres/statements.js';
import type { Changes } from './event-rows.js';
import { recordset, type TypedColumn } from './recordset.js';
import type { TableSchema } from './table.js';

interface Column extends TypedColumn {
  property: string;
}

type Columns = Record<string, EntitySchemaColumnOptions>;

/** The row that each entity was read from, to detect changes. */
const originals = new WeakMap<Entity, Row>();

export class RowMap<E extends Entity> {
  private readonly list = Object.entries(this.table.options.columns as Columns).map(([property, column]) => ({
    property,
    name: column.name ?? snake(property),
    type: `${String(column.type)}${column.array ? '[]' : ''}`,
    isJson: column.type === 'jsonb' || column.type === 'json',
  }));
  private readonly inserting = this.insertText();
  private readonly prototype = (this.table.options.target as unknown as { prototype: object }).prototype;
  readonly columns = this.list.map(({ name }) => `t.${name}`).join(', ');

  constructor(
    private readonly table: TableSchema<E>,
    private readonly view: View<E>,
  ) {}

  /** Select list of these fields, under their property names; throws for a field without a column. */
  columnsOf(fields: readonly PropertyKey[]): string {
    const columns = [...new Set(fields)].map((field) => {
      const column = this.list.find(({ property }) => property === field);
      if (!column) throw new Error(`${this.table.options.tableName} has no column of the field ${String(field)}`);
      return `t.${column.name} as "${column.property}"`;
    });
    return columns.join(', ');
  }

  has(property: string): boolean {
    return this.list.some((column) => column.property === property);
  }

  revive(row: Row): E {
    const entity = Object.create(this.prototype) as E;
    for (const { property, name } of this.list) (entity as unknown as Row)[property] = row[name];
    originals.set(entity, row);
    return entity;
  }

  /** The value in the row that the entity was read from; undefined for a new entity. */
  before<P extends keyof E & string>(entity: E, property: P): E[P] | undefined {
    const { name } = this.list.find((column) => column.property === property)!;
    return originals.get(entity)?.[name] as E[P] | undefined;
  }

  insert(entity: E, text = this.inserting): Statement {
    return { text, values: this.list.map((column) => encode(column, entity)) };
  }

  /** The text of an insert; `computed` gives SQL for columns that the statement computes. */
  insertText(computed: Readonly<Record<string, (given: (column: string) => string) => string>> = {}): string {
    const names = this.list.map(({ name }) => name);
    const given = (name: string) => `$${names.indexOf(name) + 1}`;
    const values = names.map((name) => computed[name]?.(given) ?? given(name));
    return `insert into ${this.table.options.tableName} (${names.join(', ')}) values (${values.join(', ')})`;
  }

  /** Inserts many rows in one statement; `computed` gives SQL for columns that it computes from `values`, `$1` on. */
  insertMany(
    entities: readonly E[],
    computed: Readonly<Record<string, string>> = {},
    values: readonly unknown[] = [],
  ): Statement {
    const given = this.list.filter(({ name }) => computed[name] === undefined);
    const encoded = entities.map((entity) => given.map((column) => encode(column, entity)));
    const { source, value } = recordset(given, encoded, values.length + 1);
    const chosen = this.list.map(({ name }) => computed[name] ?? `g.${name}`);
    const names = this.list.map(({ name }) => name).join(', ');
    const text = `insert into ${this.table.options.tableName} (${names}) select ${chosen.join(', ')} from ${source}`;
    return { text, values: [...values, value] };
  }

  /** An update of the columns that differ from the row read, and the changes for the audit log; null if none differ. */
  update(entity: E): { statement: Statement | null; changes: Changes | null } {
    const { written, changes } = this.difference(entity);
    if (!changes) return { statement: null, changes };
    const assignments = written.map(({ name }, i) => `${name} = $${i + 3}`).join(', ');
    const text = `update ${this.table.options.tableName} t set ${assignments} where ${ofTenant()} and t.id = $2`;
    const values = written.map((column) => encode(column, entity));
    return { statement: tenantStatement(text, entity.id, ...values), changes };
  }

  updateMany(entities: readonly E[]): { statements: Statement[]; changes: (Changes | null)[] } {
    const alike = new Map<string, { written: Column[]; group: E[] }>();
    const changes = entities.map((entity) => {
      const difference = this.difference(entity);
      const key = difference.written.map(({ name }) => name).join();
      const entry = alike.get(key) ?? { written: difference.written, group: [] };
      entry.group.push(entity);
      if (key) alike.set(key, entry);
      return difference.changes;
    });
    const statements = [...alike.values()].map(({ written, group }) => this.updateAlike(written, group));
    return { statements, changes };
  }

  private updateAlike(written: Column[], entities: readonly E[]): Statement {
    const list = [this.list.find(({ property }) => property === 'id')!, ...written];
    const rows = entities.map((entity) => list.map((column) => encode(column, entity)));
    const { source, value } = recordset(list, rows, 2);
    const assignments = written.map(({ name }) => `${name} = g.${name}`).join(', ');
    const text = `update ${this.table.options.tableName} t set ${assignments}
      from ${source} where ${ofTenant()} and t.id = g.id`;
    return tenantStatement(text, value);
  }

  private difference(entity: E): { written: Column[]; changes: Changes | null } {
    const before = originals.get(entity) ?? {};
    const changed = this.list.filter(
      ({ property, name }) => property !== 'updatedAt' && differs(before[name], value(entity, property)),
    );
    if (changed.length === 0) return { written: [], changes: null };
    entity.updatedAt = clock.now();
    const written = [...changed, this.list.find(({ property }) => property === 'updatedAt')!];
    return { written, changes: this.changes(before, changed, entity) };
  }

  private changes(before: Row, changed: Column[], entity: E): Changes {
    const { fields } = this.view;
    // Excludes a column whose name the view uses for another property, such as a value without its secrets.
    const isShown = ({ name, property }: Column) => fields[name] && (fields[name].property ?? property) === property;
    return Object.fromEntries(
      changed.filter(isShown).map(({ name, property }) => [name, { from: before[name], to: value(entity, property) }]),
    );
  }
}

const value = (entity: Entity, property: string) => (entity as unknown as Row)[property];

function encode({ property, isJson }: Column, entity: Entity): unknown {
  const given = value(entity, property);
  return isJson && given !== null && given !== undefined ? JSON.stringify(given) : (given ?? null);
}

function differs(before: unknown, after: unknown): boolean {
  if (before === after) return false;
  if (before instanceof Date && after instanceof Date) return before.getTime() !== after.getTime();
  if (typeof before === 'object' || typeof after === 'object')
    return JSON.stringify(before ?? null) !== JSON.stringify(after ?? null);
  return (before ?? null) !== (after ?? null);
}
