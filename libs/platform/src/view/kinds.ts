export type JsonSchema = Record<string, unknown>;

/** A Date with the microseconds of PostgreSQL. */
export class PreciseDate extends Date {
  constructor(
    at: Date | number,
    /** 0 to 999, after the milliseconds. */
    readonly micros: number,
  ) {
    super(at);
  }
}

interface ColumnType {
  type: 'text' | 'uuid' | 'date' | 'int' | 'bigint' | 'numeric' | 'boolean' | 'timestamptz' | 'jsonb';
  array?: true;
  nullable?: true;
  primary?: true;
}

/** How one kind of value is stored and shown: its column, its JSON schema, and its JSON from SQL or an entity. */
export interface Kind {
  /** Absent from a field without a column. */
  stored?: ColumnType;
  schema: JsonSchema;
  sql(column: string): string;
  /** The JSON of a selected value other than null. */
  write(selected: never): string;
  sqlJson(column: string): string;
  json(value: never): unknown;
  /** Expression on the row `t`, if it is not the column of the property. */
  column?: string;
  /** Property of the entity with the value, if it is not the field's own. */
  property?: string;
  /** Name of the column and on the wire, if it is not that of the property in snake case. */
  name?: string;
  /** The meaning, in Markdown, for the documentation. */
  means?: string;
  example?: unknown;
  /** A column that clients do not see. */
  isHidden?: true;
}

/** The type parameter is for the compiler only; a kind without it fits any value. */
export type KindOf<V> = Kind & { readonly shows?: (value: V) => void };

const same = (column: string) => column;
const kind = <V>(
  type: ColumnType['type'],
  schema: JsonSchema,
  { sql = same, sqlJson = sql, write = JSON.stringify, json = same }: Partial<Kind> = {},
): KindOf<V> => ({ stored: { type }, schema, sql, sqlJson, write, json });
/** For texts without characters to escape. */
const quoted = { write: (text: string) => `"${text}"` };
const plain = { write: String };
/** Selected as text, because parsed numbers would lose digits. */
const jsonKind = <V>(schema: JsonSchema, json?: Kind['json']): KindOf<V> =>
  kind('jsonb', schema, { sql: (column) => `to_json(${column})::text`, sqlJson: same, write: same, json });

/** A function if features add to the list; called for each document and each value. */
export type Names = readonly string[] | (() => readonly string[]);

export const namesOf = (names: Names) => (typeof names === 'function' ? names() : names);

export const nameSchema = (names: Names): JsonSchema => ({
  type: 'string',
  get enum() {
    return [...namesOf(names)];
  },
});

const iso = (digits: 'MS' | 'US') => (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.${digits}"Z"')`;
const inUtc = (column: string) => `(${column} at time zone 'UTC')::text`;
/** RFC 3339 from PostgreSQL's `2026-11-22 16:09:13.12`, cut to milliseconds. */
const writtenUtc = (text: string) => {
  const [day, time] = text.split(' ');
  return `"${day}T${time!.slice(0, 8)}.${time!.slice(9, 12).padEnd(3, '0')}Z"`;
};

export const writtenPrecisely = (at: Date): string =>
  `${at.toISOString().slice(0, -1)}${String(at instanceof PreciseDate ? at.micros : 0).padStart(3, '0')}Z`;

export const uuid = kind<string>('uuid', { type: 'string', format: 'uuid' }, quoted);
export const text = kind<string>('text', { type: 'string' });
export const email = kind<string>('text', { type: 'string', format: 'email' });
export const bool = kind<boolean>('boolean', { type: 'boolean' }, plain);
export const int32 = kind<number>('int', { type: 'integer', format: 'int32' }, plain);
export const int64 = kind<number | string | bigint>('bigint', { type: 'integer', format: 'int64' }, plain);
export const number = kind<number>('numeric', { type: 'number' }, { sql: (column) => `${column}::float8` });
/** RFC 3339 in UTC with milliseconds. */
export const instant = kind<Date>(
  'timestamptz',
  { type: 'string', format: 'date-time' },
  { sql: inUtc, sqlJson: iso('MS'), write: writtenUtc, json: (at: Date) => at.toISOString() },
);
/** RFC 3339 in UTC with microseconds, for times used as cursors. */
export const preciseInstant = kind<Date>(
  'timestamptz',
  { type: 'string', format: 'date-time' },
  { sql: iso('US'), json: writtenPrecisely, ...quoted },
);
export const date = kind<string>('date', { type: 'string', format: 'date' }, quoted);
export const json = jsonKind({});
export const jsonObject = jsonKind({ type: 'object' });
export const texts: KindOf<readonly string[]> = {
  ...jsonKind({ type: 'array', items: { type: 'string' } }),
  stored: { type: 'text', array: true },
};
export const uuids: KindOf<readonly string[]> = {
  ...jsonKind({ type: 'array', items: uuid.schema }),
  stored: { type: 'uuid', array: true },
};
export const oneOf = (values: Names): KindOf<string> => kind('text', nameSchema(values));
/** A JSON value of a known shape; `json` converts the entity's value. */
export const shaped = (schema: JsonSchema, json?: Kind['json']): Kind => jsonKind(schema, json);

export const nullable = <V>(of: KindOf<V>): KindOf<V | null> => ({
  ...(of as Kind),
  ...(of.stored ? { stored: { ...of.stored, nullable: true } } : {}),
  schema: orNull(of.schema),
});

/** The same kind, whose column and name on the wire are called otherwise than the property. */
export const named = <V>(name: string, of: KindOf<V>): KindOf<V> => ({ ...of, name });

/** The same kind, shown from an SQL expression on the row `t`, or from another property. */
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
