import { writtenInstant } from '../view/written-instant.js';

/** A column and the type of its values; those of JSON are given as its text. */
export interface TypedColumn {
  name: string;
  type: string;
  isJson: boolean;
}

/** Fewer rows are sent whole: what is the same in them is chance, and would make a text of its own to prepare. */
const fewest = 20;

/**
 * Many rows for one statement. What all of them have in common, such as the tenant, is sent and read once, the rest as JSON: PostgreSQL
 * takes half a microsecond for each value of a row that it reads out of JSON.
 */
export class ManyRows {
  readonly values: readonly unknown[];
  /** The rows `g`, to stand behind `from`. */
  readonly source: string;
  private readonly common: ReadonlyMap<string, string>;

  /** `parameter`: the number of the first that is free for these values. */
  constructor(columns: readonly TypedColumn[], rows: readonly (readonly unknown[])[], parameter: number) {
    const isOwn = columns.map(({ name }, i) => rows.length < fewest || name === 'id' || differsIn(rows, i));
    const own = columns.flatMap((column, place) => (isOwn[place] ? [{ ...column, place }] : []));
    const same = columns.flatMap((column, place) => (isOwn[place] ? [] : [{ ...column, place }]));
    const defined = own.map(({ name, type }) => `${name} ${type}`).join(', ');
    this.source = `json_to_recordset($${parameter}::json) as g (${defined})`;
    this.common = new Map(same.map(({ name, type }, n) => [name, `$${parameter + 1 + n}::${type}`]));
    this.values = [recordsOf(own, rows), ...same.map(({ place }) => rows[0]![place])];
  }

  /** The value of a column, in SQL. */
  readonly of = (name: string): string => this.common.get(name) ?? `g.${name}`;
}

type PlacedColumn = Pick<TypedColumn, 'name' | 'isJson'> & { place: number };

/** Rows as the JSON of a record each; what is left out is null. */
export function recordsOf(columns: readonly PlacedColumn[], rows: readonly (readonly unknown[])[]): string {
  const keyed = columns.map(({ name, ...column }) => ({ ...column, key: `"${name}":` }));
  return `[${rows.map((row) => recordOf(keyed, row)).join()}]`;
}

/** A loop over one text: of thousands of rows, lists in between take most of the time. */
function recordOf(
  columns: readonly { key: string; isJson: boolean; place: number }[],
  row: readonly unknown[],
): string {
  let text = '{';
  for (const { key, isJson, place } of columns) {
    const value = row[place];
    if (value === null || value === undefined) continue;
    text += (text.length > 1 ? ',' : '') + key + (isJson ? (value as string) : textOf(value));
  }
  return `${text}}`;
}

/** `JSON.stringify` of an instant takes many times as long. */
const textOf = (value: unknown): string =>
  value instanceof Date ? `"${writtenInstant(value)}"` : JSON.stringify(value);

function differsIn(rows: readonly (readonly unknown[])[], place: number): boolean {
  const first = rows[0]![place];
  return rows.some((row) => !isSame(first, row[place]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  return typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other);
}
