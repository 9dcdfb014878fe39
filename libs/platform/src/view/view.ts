import { Rendered } from '@tandem/domain/core/page';
import { described, type Glossary, type JsonSchema } from './glossary.js';
import type { Kind, KindOf } from './kinds.js';
import { camel, type CamelCase } from '@tandem/domain/core/wire-names';

export interface Reference extends Kind {
  refersTo: View;
}

interface Getter {
  wire: string;
  head: string;
  property: string;
  kind: Kind;
}

type Shown = { [wire: string]: Kind | Reference };

/** The public form of an entity: schema, SQL select list, serializer and event payload come from these fields. */
export class View<E = unknown> {
  declare readonly of: E;
  /** Select list for the row `t`, each field under its wire name, for `renderRow`. */
  readonly columns: string;
  readonly jsonColumns: string;
  private readonly getters: readonly Getter[];

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
    this.columns = columns.map(({ wire, field, column }) => `${field.sql(column)} as ${wire}`).join(', ');
    this.jsonColumns = columns.map(({ wire, field, column }) => `${field.sqlJson(column)} as ${wire}`).join(', ');
    this.getters = Object.entries(fields).map(([wire, kind], index) => {
      const head = `${index ? ',' : '{'}${JSON.stringify(wire)}:`;
      return { wire, head, property: kind.property ?? camel(wire), kind };
    });
  }

  with<F extends Shown>(name: string, fields: F & FieldsOf<E, F>): View<E> {
    return new View<E>(name, { ...this.fields, ...fields }, this.words);
  }

  get schema(): JsonSchema {
    const properties = Object.fromEntries(Object.entries(this.fields).map(([wire, field]) => [wire, field.schema]));
    return described({ type: 'object', properties, required: Object.keys(this.fields) }, this.name, this.words);
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
type FieldsOf<E, F extends Shown> = {
  [W in keyof F & string]: CamelCase<W> extends keyof E
    ? KindOf<Exclude<E[CamelCase<W>], undefined>>
    : Kind & { property?: keyof E & string };
};

/** Declares the view of an entity; a wire name without a matching property is a type error unless made with `from`. */
export function view<E>(words?: Glossary) {
  return <F extends Shown>(name: string, fields: F & FieldsOf<E, F>): View<E> => new View<E>(name, fields, words);
}
