import { type DomainError, forbidden, notFound } from '@tandem/domain/core/errors';
import type { Rights } from '@tandem/domain/core/access/rights';
import { type Json, List, Page, type Rendered } from '@tandem/domain/core/page';
import type { Streamed } from '@tandem/domain/core/streamed';
import type { Token } from '@tandem/domain/core/use-case';
import type { Domain } from '@tandem/domain/core/vocabulary';
import type { Class, UseCase, UseCaseClass } from './use-case.js';
import type { CamelCase } from '@tandem/domain/core/wire-names';
import type { View } from '../view/view.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** `tasks:write` requires that right; `authenticated` any token; `operator` the operator's token; `public` none. */
export type Access = Right | 'authenticated' | 'operator' | 'public' | 'claim' | 'lenient';

type Right = `${Domain}:${'read' | 'write' | 'admin'}`;

/** For an operation that always responds with 200 and ignores a body. */
interface Leniency {
  needs: Right;
  insteadOf(status: number): object;
}

type InputClass<I = object> = new () => I;

type ParametersOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParametersOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A type error if the input lacks a field for a path parameter. */
type FieldsFor<Path extends string, I> =
  CamelCase<ParametersOf<Path>> extends keyof I ? unknown : { lacksTheField: CamelCase<ParametersOf<Path>> };

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** A status and a code, such as `409 goal_reached`. */
export type Problem = `${4 | 5}${Digit}${Digit} ${Lowercase<string>}`;

export interface RouteResponse<O> {
  shape: 'one' | 'page' | 'list' | 'none' | 'stream';
  view: View<any> | null;
  /** Default: application/json. */
  mediaType?: string;
  /** Names of headers that the use case sets. */
  headers?: readonly string[];
  readonly result?: (output: O) => void;
}

export const one = <E>(view: View<E>): RouteResponse<E | Rendered<E>> => ({ shape: 'one', view });
/** The page envelope `{data, has_more, next_cursor}`; an array of entities is a complete list on one page. */
export const pageOf = <E>(view: View<E>): RouteResponse<Page<E> | readonly E[]> => ({ shape: 'page', view });
/** A page with headers of its own, declared in the reference. */
export const pageWith = <E>(view: View<E>, headers: readonly string[]): RouteResponse<Page<E>> => ({
  shape: 'page',
  view,
  headers,
});
export const listOf = <E>(view: View<E>): RouteResponse<List<E> | readonly E[]> => ({ shape: 'list', view });
export const nothing: RouteResponse<void> = { shape: 'none', view: null };
/** Sent while it is produced; no tool of models and no part of a batch. */
export const streamOf = (mediaType: string): RouteResponse<Streamed> => ({ shape: 'stream', view: null, mediaType });

export interface Route<I = any, O = any> {
  method: Method;
  /** Express path below `/api/v1`. */
  path: string;
  access: Access;
  lenient?: Leniency;
  summary: string;
  description?: string;
  input: InputClass<any>;
  run: Class<UseCase<I, O>>;
  response: RouteResponse<any>;
  /** Default: 201 with a `location`, 204 without a body, else 200. */
  status?: 200 | 201 | 204;
  /** Path below `/api/v1` of the created record, filled from the response: `/tasks/{id}`. */
  location?: string;
  /** True if creating an existing record returns it with 200 instead of 201. */
  mayBeThere?: boolean;
  /** Expected problems beyond those of every operation, as status and code. */
  problems?: readonly Problem[];
  /** True if the use case makes outside calls; it then runs without an open transaction. */
  outside?: boolean;
  /** True for a trial of something outside, such as an endpoint: limited to a few calls a minute for each tenant. */
  trial?: boolean;
  /** The API keys in the body, which the response shows once: a retry is refused once one is invalid. */
  shownKeys?: (body: any) => readonly unknown[];
  /** As an MCP tool: `front` is always listed, others are found by search, `never` is for people only. */
  tool?: 'front' | 'never';
  bodyLimitBytes?: number;
  /** Wire name of the list that may also be sent as the bare body; faults then point into it. */
  bareList?: string;
  counts?: 'search' | 'export' | 'nothing';
  /** True if it may not be part of a batch. */
  isAlone?: true;
  example?: object;
  examples?: Readonly<Record<string, { summary: string; value: object }>>;
  exampleResponse?: object;
  /** Wire name of the integer parameter that the header Last-Event-ID of a resumed event stream replaces. */
  resumesAfter?: string;
  /** What a stream begins with. */
  streamExample?: string;
}

export type Entrance = Pick<Route, 'access' | 'lenient'>;

/** A type error if the input has a field that a query does not take, such as a filter that its store lacks. */
type NoOthers<I, Accepted> = [Exclude<keyof I, Accepted>] extends [never]
  ? unknown
  : { isNotAccepted: Exclude<keyof I, Accepted> };

/** The input and output of the use case must fit the input class and the response. */
type Declared<Path extends string, I, O, Needs extends readonly Token[], Accepted extends PropertyKey> = Omit<
  Route<I, O>,
  'method' | 'path' | 'access' | 'summary' | 'input' | 'response' | 'run'
> & {
  input: InputClass<I> & FieldsFor<Path, I> & NoOthers<I, Accepted>;
  run: UseCaseClass<I, O, Needs> & { readonly accepts?: Accepted };
  response: RouteResponse<NoInfer<O>>;
};

const declaring =
  (method: Method) =>
  <I, O, Path extends string, Needs extends readonly Token[] = readonly [], Accepted extends PropertyKey = PropertyKey>(
    path: Path,
    access: Access,
    summary: string,
    record: Declared<Path, I, O, Needs, Accepted>,
  ): Route =>
    ({ method, path, access, summary, ...(record.location && { status: 201 }), ...record }) as Route;

/** Takes the path below `/api/v1`, the access, a one-sentence summary, and the rest. */
export const GET = declaring('get');
export const POST = declaring('post');
export const PUT = declaring('put');
export const PATCH = declaring('patch');
export const DELETE = declaring('delete');

export const parametersIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

export const mediaTypeOf = ({ response }: Pick<Route, 'response'>): string => response.mediaType ?? 'application/json';

export const isStreamed = ({ response }: Pick<Route, 'response'>): boolean => response.shape === 'stream';

export const hasBody = ({ method }: Route): boolean => ['post', 'put', 'patch'].includes(method);

/** The other methods are idempotent. */
export const acceptsIdempotencyKey = ({ method }: Route): boolean => ['post', 'patch'].includes(method);

export const defaultStatus = ({ status, response }: Route): number => status ?? (response.shape === 'none' ? 204 : 200);

export const neededFor = ({ access, lenient }: Route) => lenient?.needs ?? access;

/** 404 for a record that the caller may not read, 403 with the scope for one that they may read but not change. */
export function refusalOf(route: Route, rights: Rights): DomainError | undefined {
  const needed = neededFor(route);
  if (!needed.includes(':') || rights.coversScope(needed)) return undefined;
  const mayRead = rights.coversScope(needed.replace(/:.*/, ':read'));
  return !mayRead && route.path.includes(':') ? notFound() : forbidden(needed);
}

export function responseBody({ response: { shape, view } }: Route, result: unknown): Json {
  if (result instanceof Page) return enveloped(bytesOf(result), result.nextCursor);
  if (result instanceof List) return listed('[', bytesOf(result), ']');
  if (!Array.isArray(result)) return shape === 'none' ? '' : view!.render(result);
  const rendered = result.map((entity) => Buffer.from(view!.render(entity)));
  return shape === 'page' ? enveloped(rendered, null) : listed('[', rendered, ']');
}

const bytesOf = ({ items }: Page | List) => items.map(({ bytes }) => bytes);
const comma = Buffer.from(',');

function listed(before: string, records: readonly Buffer[], after: string): Buffer {
  const parts = records.flatMap((record, index) => (index > 0 ? [comma, record] : [record]));
  return Buffer.concat([Buffer.from(before), ...parts, Buffer.from(after)]);
}

const enveloped = (records: readonly Buffer[], nextCursor: string | null) =>
  listed('{"data":[', records, `],"has_more":${nextCursor !== null},"next_cursor":${JSON.stringify(nextCursor)}}`);
