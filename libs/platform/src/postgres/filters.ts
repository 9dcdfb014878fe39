import { firstIdAt } from '@tandem/domain/core/id';
import type { Bind } from './statements.js';

export type Filter<Value = never> = (value: Value, bind: Bind) => string;

export type Filters = Readonly<Record<string, Filter>>;

/** A condition for each filter of a list: a misspelt or a forgotten one is a type error. */
export type FiltersOf<F extends object> = { readonly [Name in keyof F]-?: Filter<NonNullable<F[Name]>> };

export const equals =
  (column: string): Filter<unknown> =>
  (value, bind) =>
    `t.${column} = ${bind(value)}`;

/** Any of the values. A single one keeps the order of an index, which `any` would lose. */
export const anyOf =
  (column: string, type = 'uuid'): Filter<readonly string[]> =>
  (values, bind) =>
    values.length === 1 ? `t.${column} = ${bind(values[0])}` : `t.${column} = any(${bind(values)}::${type}[])`;

/** Like `anyOf`, where `none` finds records without a value. */
export const anyOrNone =
  (column: string): Filter<readonly string[]> =>
  (values, bind) => {
    const some = values.filter((value) => value !== 'none');
    if (some.length === values.length) return anyOf(column)(some, bind);
    return some.length ? `(t.${column} is null or ${anyOf(column)(some, bind)})` : `t.${column} is null`;
  };

export const createdSince: Filter<Date> = (instant, bind) => `t.id >= ${bind(firstIdAt(instant))}`;
export const createdBefore: Filter<Date> = (instant, bind) => `t.id < ${bind(firstIdAt(instant))}`;

/** Case-insensitive search in any of the columns; text is compared in Unicode form NFC. */
export const contains =
  (...columns: string[]): Filter<string> =>
  (value, bind) => {
    const pattern = bind(`%${value.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`);
    return `(${columns.map((column) => `${composed(`t.${column}`)} ilike ${pattern}`).join(' or ')})`;
  };

/** Converts to NFC only where needed: doing so for ASCII or NFC text takes several times as long as the search. */
const composed = (text: string) =>
  `case when octet_length(${text}) = char_length(${text}) or ${text} is nfc normalized
    then ${text} else normalize(${text}, nfc) end`;

type Condition = (bind: Bind) => string;

/** The filters of a list; searches are those that no index supports. */
export class SqlFilters {
  constructor(
    private readonly list: string,
    private readonly known: Filters = {},
    private readonly searches: readonly PropertyKey[] = [],
  ) {}

  /** The conditions of a request's filters. Throws for an undeclared one: ignored, it would let every row through. */
  of(request: object): { searches: Condition[]; others: Condition[] } {
    const given = Object.entries(request).filter(([, value]) => value !== undefined);
    const conditions = given.map(([name, value]) => ({ name, condition: this.condition(name, value as never) }));
    const among = (searched: boolean) =>
      conditions.filter(({ name }) => this.searches.includes(name) === searched).map(({ condition }) => condition);
    return { searches: among(true), others: among(false) };
  }

  all(request: object): Condition[] {
    const { searches, others } = this.of(request);
    return [...searches, ...others];
  }

  private condition(name: string, value: never): Condition {
    const filter = Object.hasOwn(this.known, name) ? this.known[name] : undefined;
    if (!filter) throw new Error(`The list of ${this.list} has no filter ${name}.`);
    return (bind) => filter(value, bind);
  }
}
