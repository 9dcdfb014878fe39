import type { EntitySchemaColumnOptions } from 'typeorm';
// All of TypeORM takes a quarter of a second to load, and only the migrator needs it.
import { EntitySchema } from 'typeorm/entity-schema/EntitySchema.js';
import type { Entity } from '@tandem/domain/core/entity';
import { snake } from '@tandem/domain/core/wire-names';
import { createdAt, id, tenantId, updatedAt } from '../view/fields.js';
import type { Kind } from '../view/kinds.js';
import { type Fields, type FieldsOf, View } from '../view/view.js';

export type { EntitySchema as TableSchema, MigrationInterface as Migration, QueryRunner } from 'typeorm';

type EntityClass<E> = (abstract new (...args: never[]) => E) & { readonly noun: string };

/**
 * Declares the fields of an entity once, for its table and its view, by property and in the order on the wire. Every
 * table has the primary key `(tenant_id, id)` and the two timestamps, whether they are shown or not. `names`: of the
 * table, and of the view if it is not that of the class.
 */
export function fields<E extends Entity, F extends Fields>(
  target: EntityClass<E>,
  names: string | readonly [table: string, view: string],
  declared: F & FieldsOf<E, F>,
): { table: EntitySchema<E>; view: View<E> } {
  const [tableName, viewName] = typeof names === 'string' ? [names, target.name] : names;
  const columns = Object.entries<Kind>({ tenantId, id, createdAt, updatedAt, ...declared })
    .filter(([, { stored }]) => stored)
    .map(([property, { name = snake(property), stored }]) => [property, { name, ...stored }]);
  const shown = Object.entries<Kind>(declared).filter(([, { isHidden }]) => !isHidden);
  return {
    table: new EntitySchema<E>({ name: target.name, target, tableName, columns: Object.fromEntries(columns) as never }),
    view: new View<E>(viewName, Object.fromEntries(shown)),
  };
}

/** The TypeScript type of each column type; a column with a transformer may hold any. */
interface ValueTypes {
  text: string;
  uuid: string;
  date: string;
  int: number;
  bigint: number | string | bigint;
  numeric: number | string;
  boolean: boolean;
  timestamptz: Date;
}
type TypesFor<V> = { [T in keyof ValueTypes]: V extends ValueTypes[T] ? T : never }[keyof ValueTypes];

type ColumnFor<V> =
  | (Omit<EntitySchemaColumnOptions, 'type'> &
      (
        | { type: TypesFor<V>; array?: false }
        | { type: V extends readonly (infer Item)[] ? TypesFor<Item> : never; array: true }
        | { type: 'jsonb' }
      ))
  | (EntitySchemaColumnOptions & { transformer: object });

type ColumnsOf<E> = { [P in keyof E & string]?: ColumnFor<NonNullable<E[P]>> };

/** One line a column, named in snake case; the primary key `(tenant_id, id)` and two timestamps are added. */
export function table<E extends Entity>(
  target: (abstract new (...args: never[]) => E) & { readonly noun: string },
  name: string,
  columns: ColumnsOf<E>,
): EntitySchema<E> {
  const given: Record<string, EntitySchemaColumnOptions> = {
    tenantId: { type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    ...(columns as Record<string, EntitySchemaColumnOptions>),
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  };
  const all = Object.fromEntries(
    Object.entries(given).map(([property, column]) => [property, { name: snake(property), ...column }]),
  );
  return new EntitySchema<E>({ name: target.name, target: target, tableName: name, columns: all as never });
}

export const text = { type: 'text' } as const;
export const uuid = { type: 'uuid' } as const;
export const int = { type: 'int' } as const;
export const bigint = { type: 'bigint' } as const;
export const bool = { type: 'boolean' } as const;
export const date = { type: 'date' } as const;
export const instant = { type: 'timestamptz' } as const;
export const json = { type: 'jsonb' } as const;
export const texts = { type: 'text', array: true } as const;

export const nullable = <C extends EntitySchemaColumnOptions>(column: C) => ({ ...column, nullable: true }) as const;
