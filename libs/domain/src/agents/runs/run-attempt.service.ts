import { needing } from '../../core/use-case.js';
import { inScope } from '../../core/scope.js';
import { Stopping } from '../../core/stopping.js';
import { type AgentRun, deadlineExceeded } from './agent-run.js';
import { AgentTerms } from '../agent-terms.port.js';
import type { Blueprint, JsonSchema, RunContext } from '../blueprint.js';
import { Blueprints } from '../blueprints/blueprints.port.js';
import { RunFailure } from '../run-failure.js';
import { RunJournal } from './run-journal.service.js';
import { RunScopes } from './run-scopes.service.js';
import { SchemaCheck } from '../blueprints/schema-check.port.js';
import { timeLimit, unlessAborted } from './time-limit.js';

/** One attempt at a run: checks the input, runs the blueprint in the agent's scope, checks the output. */
export class RunAttempt extends needing({
  blueprints: Blueprints,
  schemas: SchemaCheck,
  scopes: RunScopes,
  journal: RunJournal,
  terms: AgentTerms,
  stopping: Stopping,
}) {
  /** Resolves to what the attempt does to the run (succeed, fail, give back); never rejects. */
  async make(run: AgentRun, held: AbortSignal): Promise<(run: AgentRun) => void> {
    const feeBps = this.terms.platformFeeBps;
    const blueprint = this.blueprints.find(run.blueprint);
    const limit = timeLimit(run.deadlineAt, deadlineExceeded);
    try {
      if (!blueprint) throw new RunFailure('configuration', `There is no blueprint ${run.blueprint} any more.`);
      const signal = AbortSignal.any([held, this.stopping.signal, limit.signal]);
      const output = await this.work(blueprint, run, signal);
      return (claimed) => claimed.succeed(output, feeBps);
    } catch (error) {
      if (this.stopping.signal.aborted) return (claimed) => claimed.giveBack();
      const maxAttempts = blueprint?.maxAttempts ?? 1;
      return (claimed) => claimed.fail(RunFailure.from(error), { maxAttempts, feeBps });
    } finally {
      limit.clear();
    }
  }

  private async work(blueprint: Blueprint, run: AgentRun, signal: AbortSignal): Promise<unknown> {
    this.mustFit(blueprint.inputSchema, run.input, 'invalid_input');
    const scope = await this.scopes.of(run, blueprint);
    const judge = async () => void (scope.rights = await this.scopes.rightsNow(run, blueprint));
    const context = this.contextOf(run, signal, judge);
    const output = await inScope(scope, () => unlessAborted(signal, async () => blueprint.run(context)));
    this.mustFit(blueprint.outputSchema, output, 'output_invalid');
    return output;
  }

  /** `judge` re-reads the parties' rights before each step; it throws when the run may no longer do what it must. */
  private contextOf(run: AgentRun, signal: AbortSignal, judge: () => Promise<void>): RunContext {
    const { id: runId, input, attempt } = run;
    return {
      ...{ runId, input, attempt, signal },
      step: async (name, work) => {
        signal.throwIfAborted();
        return this.journal.step(run, name, () => judge().then(work));
      },
      call: async (name, readOnly, work) => {
        signal.throwIfAborted();
        await judge();
        return this.journal.call(run, name, readOnly, () => work(signal));
      },
    };
  }

  private mustFit(schema: JsonSchema, value: unknown, category: 'invalid_input' | 'output_invalid'): void {
    const findings = this.schemas.findings(schema, value, '');
    if (findings.length === 0) return;
    const faults = findings.map(({ pointer, detail }) => `${pointer || '/'}: ${detail}`);
    throw new RunFailure(category, faults.join(' '));
  }
}
