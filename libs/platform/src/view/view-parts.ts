import type { List, Rendered } from '@tandem/domain/core/page';
import { type JsonSchema, type Kind, type KindOf, shaped } from './kinds.js';
import type { Reference, View } from './view.js';

const named = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const listOf = (name: string): JsonSchema => ({ type: 'array', items: named(name) });
const parsed = ({ json }: Rendered) => JSON.parse(json) as unknown;

/** Another view's record inside this one; for results built by a use case, not for rows. */
export const record = <E>(of: View<E>): KindOf<E> & Reference => ({
  ...shaped(named(of.name), (entity: E) => of.show(entity)),
  refersTo: of,
});

export const shownEach = <E>(of: View<E>): Reference => ({
  ...shaped(listOf(of.name), (entities: readonly E[]) => entities.map((entity) => of.show(entity))),
  refersTo: of,
});

export const rendered = (name: string): Kind => shaped(named(name), parsed);

export const renderedEach = (name: string): Kind => shaped(listOf(name), ({ items }: List) => items.map(parsed));

export const records = <E>(of: View<E>): Reference => ({ ...renderedEach(of.name), refersTo: of });

/** Rows of another table that belong to a row by its id, in a strict order. */
export interface Belonging {
  table: string;
  owner: string;
  /** A column that the view of the parts shows unchanged. */
  order: string;
}

export const partsOf = <P>(of: View<P>, { table, owner, order }: Belonging): Reference => ({
  ...shownEach(of),
  // The owner's row `t` is renamed to `whole`: inside, `t` is the part, as its view's columns expect.
  column: `(select coalesce(json_agg(v order by v.${order}), '[]'::json)
    from (select t.tenant_id as tenant, t.id) as whole,
    lateral (select ${of.jsonColumns} from ${table} t where t.tenant_id = whole.tenant and t.${owner} = whole.id) v)`,
});
