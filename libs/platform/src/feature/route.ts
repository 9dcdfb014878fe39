import type { List, Page, Rendered } from '@tandem/domain/core/page';
import type { Token } from '@tandem/domain/core/use-case';
import type { Domain } from '@tandem/domain/core/vocabulary';
import type { Class, Verb, UseCaseClass } from './verb.js';
import type { CamelCase } from '@tandem/domain/core/wire-names';
import type { View } from '../view/view.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** `tasks:write` needs that right; `authenticated` any valid token; `operator` the operator's token; `public` none. */
export type Access = Right | 'authenticated' | 'operator' | 'public' | 'claim' | 'lenient';

type Right = `${Domain}:${'read' | 'write' | 'admin'}`;

/** For an operation that answers 200 whatever happens; it ignores a body. */
interface Leniency {
  /** The right without which it does nothing. */
  needs: Right;
  /** The answer to give where another operation would answer with this status. */
  insteadOf(status: number): object;
}

type InputClass<I = object> = new () => I;

type ParametersOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParametersOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A type error where the path has a parameter that no field of the input takes. */
type FieldsFor<Path extends string, I> =
  CamelCase<ParametersOf<Path>> extends keyof I ? unknown : { lacksTheField: CamelCase<ParametersOf<Path>> };

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** A status and a code, such as `409 goal_reached`. */
export type Problem = `${4 | 5}${Digit}${Digit} ${Lowercase<string>}`;

/** What an answer's body is made of: one record, a page, a bare array, or nothing. */
export interface Answer<O> {
  shape: 'one' | 'page' | 'list' | 'none';
  view: View<any> | null;
  readonly result?: (output: O) => void;
}

export const one = <E>(view: View<E>): Answer<E | Rendered<E>> => ({ shape: 'one', view });
/** The page envelope `{data, has_more, next_cursor}`. An array of entities is the only page there is. */
export const pageOf = <E>(view: View<E>): Answer<Page<E> | readonly E[]> => ({ shape: 'page', view });
export const listOf = <E>(view: View<E>): Answer<List<E> | readonly E[]> => ({ shape: 'list', view });
export const nothing: Answer<void> = { shape: 'none', view: null };

export interface Route<I = any, O = any> {
  method: Method;
  /** Express path below `/api/v1`. */
  path: string;
  access: Access;
  /** Goes with the access `lenient`. */
  lenient?: Leniency;
  /** One sentence: what the operation does. */
  summary: string;
  description?: string;
  input: InputClass<any>;
  run: Class<Verb<I, O>>;
  answer: Answer<any>;
  /** Where it is none of 200, 201 with a `location`, and 204 with no body. */
  status?: 200 | 201 | 204;
  /** Path below `/api/v1` of the created record, from the answer: `/tasks/{id}`. The answer is 201. */
  location?: string;
  /** True when creating what is there already answers 200 with that record instead of 201. */
  mayBeThere?: boolean;
  /** Expected problems beyond those every operation has: status and code. */
  problems?: readonly Problem[];
  /** True when the use case calls the outside world: then no transaction is held open around it. */
  outside?: boolean;
  /** True when it tries something outside, such as an endpoint: limited to a few calls a minute for each tenant. */
  trial?: boolean;
  /** Wire name of the API key that the answer shows once: a repeat does not show it again when it works no longer. */
  showsKey?: string;
  /**
   * How models meet it over MCP, where its access makes it a tool: `front` is shown to each of them from the start, any other is
   * found by search, `never` is for people alone.
   */
  tool?: 'front' | 'never';
  bodyLimitBytes?: number;
  /** Wire name of the list that may also be sent as the whole body; faults are then told by their places in it. */
  bareList?: string;
  /** What the request counts as beside read or write. */
  counts?: 'search' | 'export';
  /** An example body for the documentation. */
  example?: object;
  /** Example bodies by their names, shown in place of the one. */
  examples?: Readonly<Record<string, { summary: string; value: object }>>;
  /** What its answer shows otherwise than the example of the view. */
  exampleAnswer?: object;
}

/** What of a route decides who may enter. */
export type Entrance = Pick<Route, 'access' | 'lenient'>;

/** A type error where the input has a field that a query does not take, such as a filter that its store lacks. */
type NoOthers<I, Taken> = [Exclude<keyof I, Taken>] extends [never] ? unknown : { isNotTaken: Exclude<keyof I, Taken> };

/** What is said of a route beside its method, path, right and summary; the use case's input and output must fit the input class and the answer. */
type Declared<Path extends string, I, O, Needs extends readonly Token[], Taken extends PropertyKey> = Omit<
  Route<I, O>,
  'method' | 'path' | 'access' | 'summary' | 'input' | 'answer' | 'run'
> & {
  input: InputClass<I> & FieldsFor<Path, I> & NoOthers<I, Taken>;
  run: UseCaseClass<I, O, Needs> & { readonly takes?: Taken };
  answer: Answer<NoInfer<O>>;
};

const declaring =
  (method: Method) =>
  <I, O, Path extends string, Needs extends readonly Token[] = readonly [], Taken extends PropertyKey = PropertyKey>(
    path: Path,
    access: Access,
    summary: string,
    record: Declared<Path, I, O, Needs, Taken>,
  ): Route =>
    ({ method, path, access, summary, ...(record.location && { status: 201 }), ...record }) as Route;

/** Each declares a route of its method: the path below `/api/v1`, the right it asks for, in one sentence what it does, and the rest. */
export const GET = declaring('get');
export const POST = declaring('post');
export const PUT = declaring('put');
export const PATCH = declaring('patch');
export const DELETE = declaring('delete');

/** Names of the parameters in a path: `id` of `/tasks/:id`. */
export const parametersIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

/** A path as people and OpenAPI write it: `/tasks/{id}`. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

export const takesBody = ({ method }: Route): boolean => ['post', 'put', 'patch'].includes(method);

/** Requests of the other methods may be repeated as they are. */
export const takesIdempotencyKey = ({ method }: Route): boolean => ['post', 'patch'].includes(method);

export const defaultStatus = ({ status, answer }: Route): number => status ?? (answer.shape === 'none' ? 204 : 200);
