import { type Kind, shaped, type View } from './view.js';

/** Rows of another table that belong to a row by its id, in an order that no two of them share. */
export interface Belonging {
  table: string;
  /** The column that holds the owner's id. */
  owner: string;
  /** A column that the parts' view shows as it is. */
  order: string;
}

/** The parts of an entity, each as its own view shows it: a list on the entity, gathered by the same query in SQL. */
export const partsOf = <P>(of: View<P>, { table, owner, order }: Belonging): Kind => ({
  ...shaped({ type: 'array', items: { $ref: `#/components/schemas/${of.name}` } }),
  json: (parts: readonly P[]) => parts.map((part) => of.show(part)),
  // The owner's row `t` is named `whole` first: inside, `t` is the part, as the columns of its view expect.
  column: `(select coalesce(json_agg(v order by v.${order}), '[]'::json)
    from (select t.tenant_id as tenant, t.id) as whole,
    lateral (select ${of.jsonColumns} from ${table} t where t.tenant_id = whole.tenant and t.${owner} = whole.id) v)`,
  refersTo: of,
});
