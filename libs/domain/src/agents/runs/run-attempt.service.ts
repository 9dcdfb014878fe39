import { needing } from '../../core/use-case.js';
import { forbidden } from '../../core/errors.js';
import type { Level, Rights } from '../../core/rights.js';
import type { Domain } from '../../core/vocabulary.js';
import { inScope, type Scope, systemScope } from '../../core/scope.js';
import { type Lapse, Standings } from '../../core/standings.js';
import { Stopping } from '../../core/stopping.js';
import { Tenants } from '../../tenants/tenants.port.js';
import type { AgentRun } from './agent-run.js';
import type { Blueprint, JsonSchema } from '../blueprint.js';
import { Blueprints } from '../blueprints/blueprints.port.js';
import { grantsOf, readingOf, rightsOf } from '../mandate.js';
import { deadlineExceeded, lapsed, RunFailure } from './run-failure.js';
import { RunContexts } from './run-contexts.service.js';
import { maskedJson, withoutOpened } from './masking.js';
import { SchemaCheck } from '../blueprints/schema-check.port.js';
import { timeLimit, unlessAborted } from './time-limit.js';

/** What an attempt does to its run in the end: succeed, fail or give back. */
export type Ending = (run: AgentRun, feeBps: number) => void;

/** One attempt at a run: checks the input, runs the blueprint in the agent's scope, checks the output. */
export class RunAttempt extends needing({
  blueprints: Blueprints,
  schemas: SchemaCheck,
  tenants: Tenants,
  standings: Standings,
  contexts: RunContexts,
  stopping: Stopping,
}) {
  /** Never rejects; `held` fires once the claim no longer holds the run, `tell` is told an error that nobody expected. */
  async make(run: AgentRun, held: AbortSignal, tell: (error: Error) => void): Promise<Ending> {
    const blueprint = this.blueprints.find(run.blueprint);
    const limit = timeLimit(run.deadlineAt, deadlineExceeded);
    try {
      if (!blueprint) throw new RunFailure('configuration', `There is no blueprint ${run.blueprint} any more.`);
      const signal = AbortSignal.any([held, this.stopping.signal, limit.signal]);
      const output = await this.work(blueprint, run, signal);
      return (claimed, feeBps) => claimed.succeed(output, feeBps);
    } catch (error) {
      if (this.stopping.signal.aborted) return (claimed) => claimed.giveBack();
      const maxAttempts = blueprint?.maxAttempts ?? 1;
      const failure = RunFailure.from(error);
      if (failure.unexpected) tell(failure.unexpected);
      return (claimed, feeBps) => claimed.fail(failure, { maxAttempts, feeBps });
    } finally {
      limit.clear();
    }
  }

  private async work(blueprint: Blueprint, run: AgentRun, signal: AbortSignal): Promise<unknown> {
    this.mustFit(blueprint.inputSchema, run.input, 'invalid_input');
    const scope = await this.scopeOf(run, blueprint);
    const renewRights = async () => void (scope.rights = await this.rightsNow(run, blueprint));
    const context = this.contexts.of(run, blueprint, { signal, renewRights });
    return inScope(scope, async () => {
      try {
        const output = await unlessAborted(signal, async () => blueprint.run(context));
        this.mustFit(blueprint.outputSchema, output, 'output_invalid');
        return maskedJson(output, withoutOpened);
      } catch (error) {
        // Here, where it is known which secrets it must not tell.
        throw RunFailure.from(error);
      }
    });
  }

  /** The run is the actor; its rights are those that all its parties share. Each of them must still be allowed to start agents. */
  private async scopeOf(run: AgentRun, blueprint: Blueprint): Promise<Scope> {
    const { timezone, defaultCountry } = await this.tenants.one(run.tenantId);
    const rights = await this.rightsNow(run, blueprint, ['agents:write', ...blueprint.access]);
    const actor = { type: 'agent' as const, id: run.id, memberId: run.memberId };
    const opened = new Set<string>();
    return systemScope(run.tenantId, { actor, rights, timezone, country: defaultCountry, opened });
  }

  /** The rights that its parties have now; refuses when they are too few for its blueprint. */
  private async rightsNow(
    run: AgentRun,
    { access, effects }: Blueprint,
    needed: readonly string[] = access,
  ): Promise<Rights> {
    const grants = grantsOf(run);
    const standings = await this.standings.of(grants);
    const lapse = standings.find((one): one is Lapse => typeof one === 'string');
    if (lapse) throw lapsed(lapse);
    const rights = rightsOf(grants, standings as Rights[]);
    for (const scope of needed) {
      const [domain, level] = scope.split(':') as [Domain, Level];
      if (!rights.allows(domain, level)) throw forbidden(scope);
    }
    return effects === 'write' ? rights : readingOf(rights);
  }

  private mustFit(schema: JsonSchema, value: unknown, category: 'invalid_input' | 'output_invalid'): void {
    const findings = this.schemas.findings(schema, value, '');
    if (findings.length === 0) return;
    const faults = findings.map(({ pointer, detail }) => `${pointer || '/'}: ${detail}`);
    throw new RunFailure(category, faults.join(' '));
  }
}
