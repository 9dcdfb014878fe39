import { match, type MatchFunction } from 'path-to-regexp';
import { type ApiCall, ApiCalls, type ApiResult } from '@tandem/domain/core/api-calls';
import { DomainError, type Finding } from '@tandem/domain/core/errors';
import { currentScope, inScope, type Scope } from '@tandem/domain/core/scope';
import { type Feature, isStreamed, type Route } from '@tandem/platform/feature/feature';
import { methodsOf, routesByPath } from './api-router.js';
import { apiPrefix, type Edge } from './edge.js';
import { badRequest, HttpProblem } from './http-problem.js';
import { readJson } from './inputs/read-body.js';
import { InputReader, inTermsOf } from './inputs/read-input.js';
import { RoutePerformer } from './perform-route.js';
import { methodNotAllowed, nothingAt } from './refuse-method.js';
import { renderProblem } from './render-problem.js';

interface Operation {
  route: Route;
  reader: InputReader;
  performer: RoutePerformer;
}

interface Path {
  matches: MatchFunction<Record<string, string>>;
  methods: string;
  operations: ReadonlyMap<string, Operation>;
}

/** Performs the calls of a batch within its request: in its slot, and counted with it. */
export class BatchedCalls extends ApiCalls {
  private edge!: Edge;
  private paths: readonly Path[] = [];

  open(features: readonly Feature[], edge: Edge): void {
    this.edge = edge;
    const operationOf = (route: Route): [string, Operation] => [
      route.method.toUpperCase(),
      { route, reader: new InputReader(route), performer: new RoutePerformer(route, edge) },
    ];
    this.paths = routesByPath(features).map((routes) => ({
      matches: match(routes[0]!.path, { sensitive: true, decode: false }),
      methods: methodsOf(routes),
      operations: new Map(routes.map(operationOf)),
    }));
  }

  override async admit(calls: readonly ApiCall[]): Promise<void> {
    const findings = calls.flatMap((call, index) => this.refusal(call, index));
    if (findings.length) throw new DomainError('invalid', 'not_batchable', findings[0]!.detail, { findings });
    // The request of the batch itself has been counted.
    await this.edge.limits.several(currentScope(), calls.length - 1);
  }

  override async perform(call: ApiCall): Promise<ApiResult> {
    const found = this.find(call);
    if (!found) throw nothingAt(pathOf(call));
    if (!found.operation) throw methodNotAllowed(call.method, found.methods);
    const { route, performer, reader } = found.operation;
    const scope = await this.callerNow();
    const read = () => reader.readFrom(decoded(found.params), call.path, () => readJson(route, call.body));
    const { status, body } = await inScope(scope, () => performer.performInBatch(read));
    return { status, body: body.toString() || 'null' };
  }

  override isFatal(error: unknown): boolean {
    return this.edge.transaction.isOpen && !(error instanceof DomainError || error instanceof HttpProblem);
  }

  override async problem(call: ApiCall, error: unknown): Promise<ApiResult> {
    const operation = this.find(call)?.operation;
    await operation?.performer.auditIfDenied(error);
    const of = { instance: pathOf(call), requestId: currentScope().requestId };
    const { status, body } = renderProblem(inTermsOf(operation?.route.bareList, call.body, error), this.edge, of);
    return { status, body: JSON.stringify(body) };
  }

  /** An earlier call may have changed the caller's rights; one in the open transaction takes effect after it. */
  private callerNow(): Promise<Scope> | Scope {
    const { reauthenticate } = currentScope();
    return reauthenticate && !this.edge.transaction.isOpen ? reauthenticate() : currentScope();
  }

  private refusal(call: ApiCall, index: number): Finding[] {
    const route = this.find(call)?.operation?.route;
    if (!route || isBatchable(route)) return [];
    const detail = `${call.method} ${pathOf(call)} cannot be part of a batch.`;
    return [{ pointer: `/requests/${index}`, code: 'not_batchable', detail }];
  }

  private find(call: ApiCall) {
    const within = pathOf(call).slice(apiPrefix.length);
    for (const { matches, methods, operations } of this.paths) {
      const found = matches(within);
      if (found) return { params: found.params, methods, operation: operations.get(call.method) };
    }
    return undefined;
  }
}

const pathOf = ({ path }: ApiCall) => path.split('?', 1)[0]!;

const isBatchable = (route: Route) =>
  !(route.outside || route.lenient || route.isAlone || isStreamed(route)) &&
  (route.access === 'authenticated' || route.access.includes(':'));

function decoded(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    throw badRequest('malformed_request', 'The path is not well formed.');
  }
}
