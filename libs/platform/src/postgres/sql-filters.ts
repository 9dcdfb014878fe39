import type { Bind, Filters } from './params.js';

type Condition = (bind: Bind) => string;

/** The filters of a list, and those among them that no index answers. */
export class SqlFilters {
  constructor(
    private readonly list: string,
    private readonly known: Filters = {},
    private readonly searches: readonly PropertyKey[] = [],
  ) {}

  /** The conditions of what a request gives. Throws for a filter that nobody declared: passed over, it would let every row through. */
  of(request: object): { searches: Condition[]; others: Condition[] } {
    const given = Object.entries(request).filter(([, value]) => value !== undefined);
    const conditions = given.map(([name, value]) => ({ name, condition: this.condition(name, value as never) }));
    const among = (searched: boolean) =>
      conditions.filter(({ name }) => this.searches.includes(name) === searched).map(({ condition }) => condition);
    return { searches: among(true), others: among(false) };
  }

  private condition(name: string, value: never): Condition {
    const filter = Object.hasOwn(this.known, name) ? this.known[name] : undefined;
    if (!filter) throw new Error(`The list of ${this.list} has no filter ${name}.`);
    return (bind) => filter(value, bind);
  }
}
