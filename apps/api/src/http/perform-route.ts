import type { Response } from 'express';
import { DomainError, forbidden } from '@tandem/domain/core/errors';
import { inScope, noTenant, type Scope } from '@tandem/domain/core/scope';
import type { Route } from '@tandem/platform/feature/feature';
import { neededFor, refusalOf } from '@tandem/platform/feature/permit';
import { fieldsOf, isId } from '@tandem/platform/inputs/inputs';
import { apiPrefix, type Edge } from './edge.js';
import { onceForKey } from './idempotency.js';
import { renderAnswer, type Rendering } from './render-answer.js';

/** The values that a call brings, once they are read. */
export interface Values {
  input: object;
  /** What they were sent as: a repeat with the same Idempotency-Key must bring the same. */
  body: unknown;
}

/** One call of a route, by a request to its address or as a tool. */
export interface Call {
  scope: Scope;
  /** The parameters in the path. */
  params: Readonly<Record<string, unknown>>;
  /** The Idempotency-Key, unchecked; undefined where there is none. */
  idempotencyKey: unknown;
  /** True where the same call is performed again to read less: it is counted already. */
  isRepeat?: boolean;
  /** True where a refusal always names the missing right, as for a tool: that the tool exists is no secret. */
  namesRight?: boolean;
  /** What else the edge asks of a call that is permitted; throws what is wrong. */
  check?(): void;
  /** Its `locals.bodyBytes` says how much was read. */
  response: Response;
}

/** Serves calls of one route, however they come: the only way from an edge to a use case and back. */
export class RoutePerformer {
  private readonly useCase: InstanceType<Route['run']>;
  /** The right that the route asks for, or another word for who may call it. */
  readonly needed: string;
  private readonly named = [...fieldsOf(this.route.input).values()].filter(({ directory }) => directory);

  constructor(
    readonly route: Route,
    private readonly edge: Edge,
  ) {
    this.useCase = edge.container.get(route.run);
    this.needed = neededFor(route);
  }

  /** Serves a call that counts against the limits already; `read` brings its values when it is the tenant's turn. */
  async perform(call: Call, read: () => Promise<Values>): Promise<Rendering> {
    const { scope } = call;
    await this.mustBeAllowed(call);
    if (this.route.trial) await this.edge.limits.trial(scope.tenantId);
    call.check?.();
    return this.inTurn(call, async () => {
      const values = await read();
      if (!call.isRepeat) this.count(scope);
      return inScope(scope, () => this.run(call, values)).catch((error: unknown) => this.noteRefusal(scope, error));
    });
  }

  private async mustBeAllowed({ scope, namesRight }: Call): Promise<void> {
    const refusal = refusalOf(this.route, scope.rights);
    if (!refusal) return;
    await this.noteDenial(scope);
    throw namesRight ? forbidden(this.needed) : refusal;
  }

  /** Serves a call when it is its tenant's turn. After a long answer the turn ends only once that has been sent. */
  private async inTurn({ scope, response }: Call, serve: () => Promise<Rendering>): Promise<Rendering> {
    // What calls the outside world may take long, and is limited by itself.
    if (scope.tenantId === noTenant || this.route.outside) return serve();
    const turn = await this.edge.traffic.begin(scope.tenantId);
    let isLong = false;
    try {
      const rendering = await serve();
      isLong = turn.spend(Buffer.byteLength(rendering.body));
      return rendering;
    } finally {
      // A body is read, parsed and stored: it counts twice.
      turn.spend(2 * ((response.locals.bodyBytes as number | undefined) ?? 0));
      if (isLong && !response.destroyed) {
        response.once('close', turn.end);
        setTimeout(turn.end, maxSending).unref();
      } else turn.end();
    }
  }

  private count({ tenantId }: Scope): void {
    const { method, counts } = this.route;
    if (tenantId !== noTenant)
      this.edge.meter.count(tenantId, { kind: method === 'get' ? 'read' : 'write', also: counts });
  }

  /** Runs the use case; what it prepares is done before an Idempotency-Key opens a transaction. */
  private async run({ idempotencyKey }: Call, { input, body }: Values): Promise<Rendering> {
    const { route, edge, useCase } = this;
    await this.findNamed(input as Record<string, string>);
    const prepared: unknown = await useCase.prepare?.(input);
    const once = async () => renderAnswer(route, await useCase.run(input, prepared), edge.publicUrl + apiPrefix);
    return onceForKey(route, { key: idempotencyKey, input, body }, once, edge);
  }

  /** Puts ids in place of names: everything behind this, a repeat included, knows records by their ids alone. */
  private async findNamed(input: Record<string, string>): Promise<void> {
    for (const { property, directory } of this.named)
      if (!isId(input[property]!)) input[property] = await this.edge.container.get(directory!).idOf(input[property]!);
  }

  /** Refusals that a use case decides on are audited like those of the edge. */
  private async noteRefusal(scope: Scope, error: unknown): Promise<never> {
    if (error instanceof DomainError && error.kind === 'forbidden') await this.noteDenial(scope);
    throw error;
  }

  private async noteDenial(scope: Scope): Promise<void> {
    const denied = { method: this.route.method, route: this.route.path, access: this.needed };
    if (scope.tenantId !== noTenant) await inScope(scope, () => this.edge.audit.denied(denied));
  }
}

/** A slow reader's long answer counts as sent after this time, so that it does not hold up others of the tenant. */
const maxSending = 2000;
