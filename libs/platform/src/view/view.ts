import { Rendered } from '@tandem/domain/core/page';
import { described, type Glossary, type JsonSchema } from './glossary.js';
import type { Kind, KindOf } from './kinds.js';
import { camel, type CamelCase } from '@tandem/domain/core/wire-names';

/** A kind whose schema refers to a view by its name. */
export interface Reference extends Kind {
  refersTo: View;
}

type Shown = { [wire: string]: Kind | Reference };

/** What the world sees of an entity: schema, SQL select list, serializer and event payload come from these fields. */
export class View<E = unknown> {
  declare readonly of: E;
  /** What is selected of the row `t`, one for each field. */
  readonly columns: readonly string[];
  /** Select list over the row `t`, for JSON that PostgreSQL makes. */
  readonly jsonColumns: string;
  private readonly getters: [wire: string, property: string, kind: Kind][];

  constructor(
    readonly name: string,
    readonly fields: Shown,
    private readonly words: Glossary = new Map(),
  ) {
    const columns = Object.entries(fields).map(([wire, field]) => ({
      wire,
      field,
      column: field.column ?? `t.${wire}`,
    }));
    this.columns = columns.map(({ field, column }) => field.sql(column));
    this.jsonColumns = columns.map(({ wire, field, column }) => `${field.sqlJson(column)} as ${wire}`).join(', ');
    this.getters = Object.entries(fields).map(([wire, field]) => [wire, field.property ?? camel(wire), field]);
  }

  /** The view of the same entity that shows more of it, such as a secret in the one answer that tells it. */
  with<F extends Shown>(name: string, fields: F & FieldsOf<E, F>): View<E> {
    return new View<E>(name, { ...this.fields, ...fields }, this.words);
  }

  get schema(): JsonSchema {
    const properties = Object.fromEntries(Object.entries(this.fields).map(([wire, field]) => [wire, field.schema]));
    return described({ type: 'object', properties, required: Object.keys(this.fields) }, this.name, this.words);
  }

  /** The views that this one's schema refers to by name. */
  get inner(): View[] {
    return Object.values(this.fields).flatMap((field) => ('refersTo' in field ? field.refersTo : []));
  }

  /** The view as a plain value made from an entity; every field is present, `null` where there is none. */
  show(entity: E): Record<string, unknown> {
    const shown: Record<string, unknown> = {};
    for (const [wire, property, field] of this.getters) {
      const value = (entity as Record<string, unknown>)[property];
      shown[wire] = value === null || value === undefined ? null : field.json(value as never);
    }
    return shown;
  }

  render(result: E | Rendered): string {
    return result instanceof Rendered ? result.json : JSON.stringify(this.show(result));
  }
}

/** Fields an entity has no property for must say where their value comes from. */
type FieldsOf<E, F extends Shown> = {
  [W in keyof F & string]: CamelCase<W> extends keyof E
    ? KindOf<Exclude<E[CamelCase<W>], undefined>>
    : Kind & { property?: keyof E & string };
};

/**
 * Declares the view of an entity; a wire name without a matching property is a type error unless made with `from`.
 * The glossary says in the documentation what the fields mean.
 */
export function view<E>(words?: Glossary) {
  return <F extends Shown>(name: string, fields: F & FieldsOf<E, F>): View<E> => new View<E>(name, fields, words);
}
