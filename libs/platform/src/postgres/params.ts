/** Collects the values of one statement; `bind` gives the placeholder of the next. */
export class Params {
  readonly values: unknown[] = [];

  readonly bind = (value: unknown): string => `$${this.values.push(value)}`;
}

export type Bind = (value: unknown) => string;

/** The SQL condition of one filter on the row `t`. */
export type Filter = (value: never, bind: Bind) => string;

/** Equality with a column of the row `t`. */
export const equals =
  (column: string): Filter =>
  (value, bind) =>
    `t.${column} = ${bind(value)}`;

/** Case-insensitive containment in any of the columns. */
export const contains =
  (...columns: string[]): Filter =>
  (value, bind) => {
    const pattern = bind(`%${String(value).replace(/[\\%_]/g, '\\$&')}%`);
    return `(${columns.map((column) => `t.${column} ilike ${pattern}`).join(' or ')})`;
  };
