// All of TypeORM takes a quarter of a second to load, and only the migrator needs it.
import { EntitySchema } from 'typeorm/entity-schema/EntitySchema.js';
import type { Entity } from '@tandem/domain/core/entity';
import { snake } from '@tandem/domain/core/wire-names';
import { createdAt, id, tenantId, updatedAt } from '../view/fields.js';
import type { Kind } from '../view/kinds.js';
import { type Fields, type FieldsOf, View } from '../view/view.js';

export type { EntitySchema as TableSchema, MigrationInterface as Migration, QueryRunner } from 'typeorm';

type EntityClass<E> = (abstract new (...args: never[]) => E) & { readonly resourceType: string };

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
