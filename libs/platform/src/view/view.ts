import { Rendered } from '@tandem/domain/core/page';
import { described, type Glossary, type JsonSchema } from './glossary.js';

/** How one kind of value is shown: its JSON schema, and its text from SQL and from an entity. */
export interface Kind {
  schema: JsonSchema;
  /** What is selected; lists come as JSON. */
  sql(column: string): string;
  /** The same where PostgreSQL makes the JSON. */
  sqlJson(column: string): string;
  json(value: never): unknown;
  /** Column or expression, where it is not the wire name. `t` is the row. */
  column?: string;
  /** Property of the entity, where it is not the wire name in camel case. */
  property?: string;
  /** The view that the schema refers to by name. */
  refersTo?: View;
}

/** A kind of these values; the compiler alone knows the mark, and a kind without it fits any. */
export type KindOf<V> = Kind & { readonly shows?: (value: V) => void };

const same = (column: string) => column;
const kind = <V>(
  schema: JsonSchema,
  { sql = same, sqlJson = sql, json = same }: Partial<Pick<Kind, 'sql' | 'sqlJson' | 'json'>> = {},
): KindOf<V> => ({ schema, sql, sqlJson, json });

/** A list of names; a function where features add to it, asked anew for each document and each value. */
export type Names = readonly string[] | (() => readonly string[]);

export const namesOf = (names: Names) => (typeof names === 'function' ? names() : names);

export const nameSchema = (names: Names): JsonSchema => ({
  type: 'string',
  get enum() {
    return [...namesOf(names)];
  },
});

const isoInstant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const uuid = kind<string>({ type: 'string', format: 'uuid' });
export const text = kind<string>({ type: 'string' });
export const email = kind<string>({ type: 'string', format: 'email' });
export const bool = kind<boolean>({ type: 'boolean' });
export const int32 = kind<number>({ type: 'integer', format: 'int32' });
export const int64 = kind<number | string | bigint>({ type: 'integer', format: 'int64' });
export const number = kind<number>({ type: 'number' }, { sql: (column) => `${column}::float8` });
/** RFC 3339 in UTC with milliseconds. */
export const instant = kind<Date>(
  { type: 'string', format: 'date-time' },
  { sqlJson: isoInstant, json: (value: Date) => value.toISOString() },
);
export const date = kind<string>({ type: 'string', format: 'date' });
export const json = kind({});
export const jsonObject = kind({ type: 'object' });
export const texts = kind<readonly string[]>(
  { type: 'array', items: { type: 'string' } },
  { sql: (column) => `to_json(${column})` },
);
export const oneOf = (values: Names): KindOf<string> => kind(nameSchema(values));
/** A JSON value of a known shape; `json` makes it of what the entity has. */
export const shaped = (schema: JsonSchema, json: Kind['json'] = same): Kind => kind(schema, { json });

export const nullable = <V>(of: KindOf<V>): KindOf<V | null> => ({
  ...(of as Kind),
  schema: orNull(of.schema),
});

/** The same kind under another column (or SQL expression on the row `t`) and property. */
export const from = <V, P extends string>(source: { column?: string; property?: P }, of: KindOf<V>) =>
  ({ ...of, ...source }) as KindOf<V> & { property?: P };

export function orNull(schema: JsonSchema): JsonSchema {
  if (schema.$ref) return { oneOf: [schema, { type: 'null' }] };
  if (typeof schema.type !== 'string') return schema;
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.enum ? { enum: [...(schema.enum as unknown[]), null] } : {}),
  };
}

export const camel = (wire: string) => wire.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
export const snake = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Shown = { [wire: string]: Kind };

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
    return Object.values(this.fields).flatMap(({ refersTo }) => refersTo ?? []);
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

export type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

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
