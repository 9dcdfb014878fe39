import type { EntitySchemaColumnOptions } from 'typeorm';
// All of TypeORM takes a quarter of a second to load, and only the migrator needs it.
import { EntitySchema } from 'typeorm/entity-schema/EntitySchema.js';
import type { Entity } from '@tandem/domain/core/entity';
import { snake } from '@tandem/domain/core/wire-names';

export type { EntitySchema as TableSchema, MigrationInterface as Migration, QueryRunner } from 'typeorm';

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
