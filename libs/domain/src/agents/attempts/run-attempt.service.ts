import { clock } from '../../core/clock.js';
import { uses } from '../../core/use-case.js';
import { Log } from '../../core/telemetry/log.js';
import { withMarks } from '../../core/telemetry/marks.js';
import { Stopping } from '../../core/stopping.js';
import type { Blueprint, JsonSchema } from '../blueprint.js';
import { Blueprints } from '../blueprints.service.js';
import { SchemaCheck } from '../blueprints/schema-check.port.js';
import type { AgentRun } from '../runs/agent-run.js';
import { AgentRuns } from '../runs/agent-runs.port.js';
import { maskedJson, withoutOpened } from '../journal/masking.js';
import { RunContexts } from './run-contexts.service.js';
import { deadlineExceeded, RunFailure } from '../runs/run-failure.js';

/** Maximum delay of a Node timer, in milliseconds. */
const maxTimer = 2_147_483_647;

type Ending = (run: AgentRun, feeBps: number) => void;

/** One attempt at a claimed run: checks the input, runs the blueprint, checks the output and stores the result. */
export class RunAttempt extends uses({
  runs: AgentRuns,
  blueprints: Blueprints,
  schemas: SchemaCheck,
  contexts: RunContexts,
  stopping: Stopping,
  log: Log,
}) {
  /** `lost` fires when the claim is lost. Resolves to the run as stored; a finished one is charged the fee. */
  make(run: AgentRun, lost: AbortSignal, feeBps: number): Promise<AgentRun> {
    return withMarks({ run_id: run.id, blueprint: run.blueprint }, async () => {
      const { attempt } = run;
      const began = performance.now();
      this.log.write('debug', 'attempt started', { attempt });
      const end = await this.endingOf(run, lost);
      let isHeld = false;
      const ended = await this.runs.change(run.id, (stored) => {
        isHeld = stored.isHeldBy(run.workerId);
        if (isHeld) end(stored, feeBps);
      });
      const outcome = isHeld ? ended.status : 'lost';
      const facts = { attempt, outcome, failure_category: ended.failureCategory };
      this.log.write('info', 'attempt ended', { ...facts, ms: Math.round(performance.now() - began) });
      return ended;
    });
  }

  private async endingOf(run: AgentRun, lost: AbortSignal): Promise<Ending> {
    const blueprint = this.blueprints.find(run.blueprint);
    const limit = timeLimit(run.deadlineAt, deadlineExceeded);
    try {
      if (!blueprint) throw new RunFailure('configuration', `There is no blueprint ${run.blueprint} any more.`);
      const signal = AbortSignal.any([lost, this.stopping.signal, limit.signal]);
      const output = await this.work(blueprint, run, signal);
      return (claimed, feeBps) => claimed.succeed(output, feeBps);
    } catch (error) {
      if (this.stopping.signal.aborted) return (claimed) => claimed.giveBack();
      const maxAttempts = blueprint?.maxAttempts ?? 1;
      const failure = RunFailure.from(error);
      const { unexpected: err } = failure;
      if (err) this.log.write('error', 'unexpected error in an attempt', { err, attempt: run.attempt });
      return (claimed, feeBps) => claimed.fail(failure, { maxAttempts, feeBps });
    } finally {
      limit.clear();
    }
  }

  private work(blueprint: Blueprint, run: AgentRun, signal: AbortSignal): Promise<unknown> {
    this.mustFit(blueprint.inputSchema, run.input, 'invalid_input');
    return this.contexts.during(run, blueprint, signal, async (context) => {
      const output = await unlessAborted(signal, async () => blueprint.run(context));
      this.mustFit(blueprint.outputSchema, output, 'output_invalid');
      return maskedJson(output, withoutOpened);
    });
  }

  private mustFit(schema: JsonSchema, value: unknown, category: 'invalid_input' | 'output_invalid'): void {
    const findings = this.schemas.findings(schema, value, '');
    if (findings.length === 0) return;
    const faults = findings.map(({ pointer, detail }) => `${pointer || '/'}: ${detail}`);
    throw new RunFailure(category, faults.join(' '));
  }
}

function timeLimit(at: Date | null, reason: () => Error): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController();
  const millis = at ? at.getTime() - clock.millis() : Infinity;
  if (millis > maxTimer) return { signal: controller.signal, clear: () => undefined };
  const timer = setTimeout(() => controller.abort(reason()), Math.max(0, millis));
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** Rejects with the signal's reason as soon as it fires, even if the work ignores the signal. */
function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    // Every abort of an attempt's signals passes an Error as the reason.
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}
