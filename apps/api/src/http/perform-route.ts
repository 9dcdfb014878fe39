import type { Response } from 'express';
import { DomainError, forbidden } from '@tandem/domain/core/errors';
import { currentScope, inScope, noTenant, type Scope } from '@tandem/domain/core/scope';
import { neededFor, refusalOf, type Route } from '@tandem/platform/feature/feature';
import { fieldsOf, isId } from '@tandem/platform/inputs/inputs';
import { apiPrefix, type Edge } from './edge.js';
import { onceForKey } from './idempotency.js';
import { renderResponse, type Rendering } from './render-response.js';

export interface Values {
  input: object;
  /** The values as sent: a repeat with the same Idempotency-Key must send the same. */
  body: unknown;
}

export interface Call {
  scope: Scope;
  params: Readonly<Record<string, unknown>>;
  idempotencyKey: unknown;
  /** The same call, performed again to read less: already counted. */
  isRepeat?: boolean;
  /** Name the missing right in every refusal: the existence of a tool is no secret. */
  namesRight?: boolean;
  check?(): void;
  /** `locals.bodyBytes`: the bytes read. */
  response: Response;
}

/** Serves calls of one route: the only way from an edge to a use case. */
export class RoutePerformer {
  private readonly useCase: InstanceType<Route['run']>;
  readonly needed: string;
  private readonly namedFields = [...fieldsOf(this.route.input).values()].filter(({ directory }) => directory);

  constructor(
    readonly route: Route,
    private readonly edge: Edge,
  ) {
    this.useCase = edge.container.get(route.run);
    this.needed = neededFor(route);
  }

  /** Expects a call that is counted against the limits. `read` runs once the tenant has a slot. */
  async perform(call: Call, read: () => Promise<Values>): Promise<Rendering> {
    const { scope } = call;
    await this.mustBeAllowed(call);
    if (this.route.trial) await this.edge.limits.trial(scope.tenantId);
    call.check?.();
    return this.inSlot(call, async () => {
      const values = await read();
      if (!call.isRepeat) this.count(scope);
      return inScope(scope, () => this.run(call, values)).catch((error: unknown) => this.auditRefusal(scope, error));
    });
  }

  /** Serves a call in the open scope, whose request holds a slot and was counted against the limits. */
  async performInBatch(read: () => Promise<object>): Promise<Rendering> {
    const scope = currentScope();
    const refusal = refusalOf(this.route, scope.rights);
    if (refusal) throw refusal;
    const input = await read();
    this.count(scope);
    return this.run({ idempotencyKey: undefined }, { input, body: undefined });
  }

  /** Records that the call was refused for lack of a right. */
  async auditIfDenied(error: unknown): Promise<void> {
    if (!(error instanceof DomainError) || error.kind === 'undone') return;
    const scope = currentScope();
    if (error.kind === 'forbidden' || refusalOf(this.route, scope.rights)) await this.auditDenial(scope);
  }

  private async mustBeAllowed({ scope, namesRight }: Call): Promise<void> {
    const refusal = refusalOf(this.route, scope.rights);
    if (!refusal) return;
    await this.auditDenial(scope);
    throw namesRight ? forbidden(this.needed) : refusal;
  }

  /** Serves a call in a slot of its tenant, held until a long response has been sent. */
  private async inSlot({ scope, response }: Call, serve: () => Promise<Rendering>): Promise<Rendering> {
    // Outbound calls may take long, and have limits of their own.
    if (scope.tenantId === noTenant || this.route.outside) return serve();
    const slot = await this.edge.traffic.start(scope.tenantId);
    let isLong = false;
    try {
      const rendering = await serve();
      isLong = slot.spend(Buffer.byteLength(rendering.body));
      return rendering;
    } finally {
      // A body is read, parsed and stored: count it twice.
      slot.spend(2 * ((response.locals.bodyBytes as number | undefined) ?? 0));
      if (isLong && !response.destroyed) {
        response.once('close', slot.end);
        setTimeout(slot.end, maxSendMillis).unref();
      } else slot.end();
    }
  }

  private count({ tenantId }: Scope): void {
    const { method, counts } = this.route;
    if (tenantId !== noTenant && counts !== 'nothing')
      this.edge.meter.count(tenantId, { kind: method === 'get' ? 'read' : 'write', also: counts });
  }

  /** Preparation runs before an Idempotency-Key opens a transaction. */
  private async run({ idempotencyKey }: Pick<Call, 'idempotencyKey'>, { input, body }: Values): Promise<Rendering> {
    const { route, edge, useCase } = this;
    await this.resolveNames(input as Record<string, string>);
    const prepared: unknown = await useCase.prepare?.(input);
    const once = async () => renderResponse(route, await useCase.run(input, prepared), edge.publicUrl + apiPrefix);
    return onceForKey(route, { key: idempotencyKey, input, body }, once, edge);
  }

  /** Replaces names by ids, so that use cases and repeats know records by id only. */
  private async resolveNames(input: Record<string, string>): Promise<void> {
    for (const { property, directory } of this.namedFields)
      if (!isId(input[property]!)) input[property] = await this.edge.container.get(directory!).idOf(input[property]!);
  }

  private async auditRefusal(scope: Scope, error: unknown): Promise<never> {
    if (error instanceof DomainError && error.kind === 'forbidden') await this.auditDenial(scope);
    throw error;
  }

  private async auditDenial(scope: Scope): Promise<void> {
    const denied = { method: this.route.method, route: this.route.path, access: this.needed };
    if (scope.tenantId !== noTenant) await inScope(scope, () => this.edge.audit.denied(denied));
  }
}

/** After this time a long response counts as sent, so that a slow reader does not block its tenant. */
const maxSendMillis = 2000;
