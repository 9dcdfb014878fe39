/** Collects the values of one statement; `bind` gives the placeholder of the next. */
export class Params {
  readonly values: unknown[] = [];

  readonly bind = (value: unknown): string => `$${this.values.push(value)}`;
}

export type Bind = (value: unknown) => string;

/** The SQL condition of one filter on the row `t`. */
export type Filter<Value = never> = (value: Value, bind: Bind) => string;

/** Filters by the name they have in the request. */
export type Filters = Readonly<Record<string, Filter>>;

/** A condition for each filter of a list: a misspelt or a forgotten one is a type error. */
export type FiltersOf<F extends object> = { readonly [Name in keyof F]-?: Filter<NonNullable<F[Name]>> };

/** Equality with a column of the row `t`. */
export const equals =
  (column: string): Filter<unknown> =>
  (value, bind) =>
    `t.${column} = ${bind(value)}`;

/** Case-insensitive containment in any of the columns. */
export const contains =
  (...columns: string[]): Filter<string> =>
  (value, bind) => {
    const pattern = bind(`%${value.replace(/[\\%_]/g, '\\$&')}%`);
    return `(${columns.map((column) => `t.${column} ilike ${pattern}`).join(' or ')})`;
  };
