import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import type { Instances, Token } from '@tandem/domain/core/use-case';
import type { UseCaseClass } from './verb.js';

/*
 * Readings without a rule of their own: a route makes one where it names it, so that none needs a file.
 * Each is named like a use case: `GetTask` for `get(Tasks)`, `ListTasks` for `list(Tasks)`.
 */

interface ById {
  id: string;
}

/** What stores answer; each query asks its store for one of these. */
interface Answers<E, F> {
  one(id: string): Promise<ById>;
  read(id: string): Promise<Rendered<E>>;
  page(request: PageRequest & F): Promise<Page<E>>;
  pageOf(wholeId: string, request: PageRequest & F): Promise<Page<E>>;
  readOf(wholeId: string, id: string): Promise<Rendered<E>>;
}

type Answering<Asked extends keyof Answers<E, F>, E = unknown, F = unknown> = Token<Pick<Answers<E, F>, Asked>>;

export const get = <E>(store: Answering<'read', E>, name = `Get${singular(store)}`) =>
  query(name, [store], ({ id }: ById, records) => records.read(id));

export const list = <E, F>(store: Answering<'page', E, F>, name = `List${store.name}`) =>
  query(name, [store], (request: PageRequest & F, records) => records.page(request));

/** A page of the parts of a whole that the caller sees. */
export const listWithin = <E, F>(
  whole: Answering<'one'>,
  parts: Answering<'pageOf', E, F>,
  name = `List${parts.name}`,
) =>
  query(name, [whole, parts], async ({ id, ...request }: ById & PageRequest & F, wholes, records) =>
    records.pageOf((await wholes.one(id)).id, request as unknown as PageRequest & F),
  );

/** One part of a whole that the caller sees; `field` of the input is its id. */
export const getWithin = <E, Field extends string>(
  whole: Answering<'one'>,
  parts: Answering<'readOf', E>,
  field: Field,
  name = `Get${singular(parts)}`,
) =>
  query(name, [whole, parts], async (input: ById & Record<Field, string>, wholes, records) =>
    records.readOf((await wholes.one(input.id)).id, input[field]),
  );

/** Any other reading, in one expression. An input with a field that is not taken (such as a filter that the store lacks) is a type error in its route. */
export function query<I, O, const Needs extends readonly Token[]>(
  name: string,
  needs: Needs,
  read: (input: I, ...stores: Instances<Needs>) => Promise<O>,
): UseCaseClass<I, O, Needs> & { readonly takes?: keyof I } {
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

/** Of a regular plural; readings of other stores are given a name. */
const singular = ({ name }: Token) => name.replace(/ies$/, 'y').replace(/s$/, '');
