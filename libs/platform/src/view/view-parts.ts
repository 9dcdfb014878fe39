import type { List, Rendered } from '@tandem/domain/core/page';
import type { JsonSchema } from './glossary.js';
import { type Kind, type KindOf, shaped } from './kinds.js';
import type { Reference, View } from './view.js';

const named = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const listOf = (name: string): JsonSchema => ({ type: 'array', items: named(name) });
const parsed = ({ json }: Rendered) => JSON.parse(json) as unknown;

/** Another view's record inside this one; for results put together by a use case, not for rows. */
export const record = <E>(of: View<E>): KindOf<E> & Reference => ({
  ...shaped(named(of.name), (entity: E) => of.show(entity)),
  refersTo: of,
});

/** Entities in a list, each as another view shows it. */
export const shownEach = <E>(of: View<E>): Reference => ({
  ...shaped(listOf(of.name), (entities: readonly E[]) => entities.map((entity) => of.show(entity))),
  refersTo: of,
});

/** A record that its store has rendered already: the name is that of the view, which may be another feature's. */
export const rendered = (name: string): Kind => shaped(named(name), parsed);

export const renderedEach = (name: string): Kind => shaped(listOf(name), ({ items }: List) => items.map(parsed));

/** A list that the store rendered by another view. */
export const records = <E>(of: View<E>): Reference => ({ ...renderedEach(of.name), refersTo: of });

/** Rows of another table that belong to a row by its id, in an order that no two of them share. */
export interface Belonging {
  table: string;
  /** The column that holds the owner's id. */
  owner: string;
  /** A column that the parts' view shows as it is. */
  order: string;
}

/** The parts of an entity, each as its own view shows it: a list on the entity, gathered by the same query in SQL. */
export const partsOf = <P>(of: View<P>, { table, owner, order }: Belonging): Reference => ({
  ...shownEach(of),
  // The owner's row `t` is named `whole` first: inside, `t` is the part, as the columns of its view expect.
  column: `(select coalesce(json_agg(v order by v.${order}), '[]'::json)
    from (select t.tenant_id as tenant, t.id) as whole,
    lateral (select ${of.jsonColumns} from ${table} t where t.tenant_id = whole.tenant and t.${owner} = whole.id) v)`,
});
