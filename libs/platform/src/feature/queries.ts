import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import type { Instances, Token } from '@tandem/domain/core/use-case';
import type { UseCaseClass } from './use-case.js';

// Queries without a rule of their own need no file. Each has the name of a use case: `get(Tasks)` is `GetTask`.

interface ById {
  id: string;
}

interface ReadMethods<E, F> {
  one(id: string): Promise<ById>;
  read(id: string): Promise<Rendered<E>>;
  page(request: PageRequest & F): Promise<Page<E>>;
  pageOf(aggregateId: string, request: PageRequest & F): Promise<Page<E>>;
  readOf(aggregateId: string, id: string): Promise<Rendered<E>>;
}

type Reading<Method extends keyof ReadMethods<E, F>, E = unknown, F = unknown> = Token<Pick<ReadMethods<E, F>, Method>>;

export const get = <E>(store: Reading<'read', E>, name = `Get${singular(store)}`) =>
  query(name, [store], ({ id }: ById, records) => records.read(id));

export const list = <E, F>(store: Reading<'page', E, F>, name = `List${store.name}`) =>
  query(name, [store], (request: PageRequest & F, records) => records.page(request));

/** Returns 404 if the caller may not see the aggregate. */
export const listWithin = <E, F>(
  aggregate: Reading<'one'>,
  parts: Reading<'pageOf', E, F>,
  name = `List${parts.name}`,
) =>
  query(name, [aggregate, parts], async ({ id, ...request }: ById & PageRequest & F, aggregates, records) =>
    records.pageOf((await aggregates.one(id)).id, request as unknown as PageRequest & F),
  );

/** `field` of the input is the id of the part. */
export const getWithin = <E, Field extends string>(
  aggregate: Reading<'one'>,
  parts: Reading<'readOf', E>,
  field: Field,
  name = `Get${singular(parts)}`,
) =>
  query(name, [aggregate, parts], async (input: ById & Record<Field, string>, aggregates, records) =>
    records.readOf((await aggregates.one(input.id)).id, input[field]),
  );

/** Any other query, in one expression; its route fails to compile if the input has a field that it does not take. */
export function query<I, O, const Needs extends readonly Token[]>(
  name: string,
  needs: Needs,
  read: (input: I, ...stores: Instances<Needs>) => Promise<O>,
): UseCaseClass<I, O, Needs> & { readonly accepts?: keyof I } {
  class Query {
    readonly stores: Instances<Needs>;

    constructor(...stores: Instances<Needs>) {
      this.stores = stores;
    }

    run(input: I): Promise<O> {
      return read(input, ...this.stores);
    }
  }
  Object.defineProperty(Query, 'name', { value: name });
  return Object.assign(Query, { needs });
}

/** For regular plurals; queries of other stores are given a name. */
const singular = ({ name }: Token) => name.replace(/ies$/, 'y').replace(/s$/, '');
