import { type List, Rendered } from '@tandem/domain/core/page';
import { schemasOf } from './fields.js';
import { type JsonSchema, type Kind, type KindOf, shaped } from './kinds.js';
import { snake } from '@tandem/domain/core/wire-names';

export interface Reference extends Kind {
  refersTo: View;
}

interface Getter {
  wire: string;
  head: string;
  property: string;
  kind: Kind;
}

/** By property, or by what the property would be called. */
export type Fields = { [property: string]: Kind | Reference };

const columnOf = ({ column, name, property }: Kind) => column ?? `t.${name ?? snake(property!)}`;

/** The public form of an entity: schema, SQL select list, serializer and event payload come from these fields. */
export class View<E = unknown> {
  declare readonly of: E;
  /** Select list for the row `t`, each field under its wire name, for `renderRow`. */
  readonly columns: string;
  readonly jsonColumns: string;
  /** By wire name. */
  readonly fields: Fields;
  private readonly getters: readonly Getter[];

  constructor(
    readonly name: string,
    fields: Fields,
  ) {
    this.fields = Object.fromEntries(
      Object.entries(fields).map(([property, kind]) => [kind.name ?? snake(property), { property, ...kind }]),
    );
    const shown = Object.entries(this.fields);
    this.columns = shown.map(([wire, kind]) => `${kind.sql(columnOf(kind))} as ${wire}`).join(', ');
    this.jsonColumns = shown.map(([wire, kind]) => `${kind.sqlJson(columnOf(kind))} as ${wire}`).join(', ');
    this.getters = shown.map(([wire, kind], index) => {
      const head = `${index ? ',' : '{'}${JSON.stringify(wire)}:`;
      return { wire, head, property: kind.property!, kind };
    });
  }

  /** A view of the same entity with more fields, such as a secret shown only once. */
  with<F extends Fields>(name: string, fields: F & FieldsOf<E, F>): View<E> {
    return new View<E>(name, { ...this.fields, ...fields });
  }

  get schema(): JsonSchema {
    return { type: 'object', properties: schemasOf(this.fields), required: Object.keys(this.fields) };
  }

  get inner(): View[] {
    return Object.values(this.fields).flatMap((field) => ('refersTo' in field ? field.refersTo : []));
  }

  /** Every field is present, with null for a missing value. */
  show(entity: E): Record<string, unknown> {
    return Object.fromEntries(this.getters.map((getter) => [getter.wire, shown(getter, entity)]));
  }

  value(entity: E | Rendered, wire: string): unknown {
    if (entity instanceof Rendered) return (JSON.parse(entity.json) as Record<string, unknown>)[wire];
    return shown(
      this.getters.find((getter) => getter.wire === wire)!,
      entity,
    );
  }

  render(entity: E | Rendered): string {
    if (entity instanceof Rendered) return entity.json;
    return this.json((getter) => written(shown(getter, entity)));
  }

  /** The same JSON from a row selected by `columns`. */
  renderRow(row: Readonly<Record<string, unknown>>): string {
    return this.json(({ wire, kind }) => (row[wire] === null ? 'null' : kind.write(row[wire] as never)));
  }

  private json(valueOf: (getter: Getter) => string): string {
    let json = '';
    for (const getter of this.getters) json += getter.head + valueOf(getter);
    return `${json}}`;
  }
}

function shown({ property, kind }: Getter, entity: unknown): unknown {
  const value = (entity as Record<string, unknown>)[property];
  return value === null || value === undefined ? null : kind.json(value as never);
}

const written = (value: unknown) => (value === null ? 'null' : (JSON.stringify(value) ?? 'null'));

/** A field without a property of that name must declare its source. */
export type FieldsOf<E, F extends Fields> = {
  [P in keyof F & string]: P extends keyof E
    ? KindOf<Exclude<E[P], undefined>>
    : Kind & { property?: keyof E & string };
};

/** Declares a view without a table of its own. */
export const view =
  <E>() =>
  <F extends Fields>(name: string, fields: F & FieldsOf<E, F>): View<E> =>
    new View<E>(name, fields);

const referring = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const listOf = (name: string): JsonSchema => ({ type: 'array', items: referring(name) });
const parsed = ({ json }: Rendered) => JSON.parse(json) as unknown;

/** Another view's record inside this one; for results built by a use case, not for rows. */
export const record = <E>(of: View<E>): KindOf<E> & Reference => ({
  ...shaped(referring(of.name), (entity: E) => of.show(entity)),
  refersTo: of,
});

export const shownEach = <E>(of: View<E>): Reference => ({
  ...shaped(listOf(of.name), (entities: readonly E[]) => entities.map((entity) => of.show(entity))),
  refersTo: of,
});

export const rendered = (name: string): Kind => shaped(referring(name), parsed);

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
