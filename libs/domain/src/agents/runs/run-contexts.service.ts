import { Operations } from '../../core/operations.js';
import { needing } from '../../core/use-case.js';
import type { Blueprint, RunContext, Talk } from '../blueprint.js';
import { RunFailure } from './run-failure.js';
import { isAmong, isForRuns } from './run-operations.js';
import type { AgentRun } from './agent-run.js';
import { RunConversations } from './run-conversations.service.js';
import { RunJournal } from './run-journal.service.js';
import type { TalkTerms } from './run-tools.service.js';

interface Attempt {
  signal: AbortSignal;
  /** Called before each step; rejects when the run may no longer do what it must. */
  renewRights: () => Promise<void>;
}

/** Makes what a blueprint works with during one attempt: whatever it does passes through the journal of the run. */
export class RunContexts extends needing({
  operations: Operations,
  journal: RunJournal,
  conversations: RunConversations,
}) {
  of(run: AgentRun, blueprint: Blueprint, { signal, renewRights }: Attempt): RunContext {
    const { id: runId, input, attempt, startedAt } = run;
    const inOrder = queue(signal);
    const act = (name: string, operation: string, args: Readonly<Record<string, unknown>>) =>
      inOrder(() => {
        this.mustBeTool(operation, blueprint);
        const prepare = () => renewRights().then(() => this.operations.prepare(operation, args));
        return this.journal.operation(run, { name, kind: 'operation', operation, arguments: args }, prepare);
      });
    const step = async (name: string, work: () => Promise<unknown>) => {
      signal.throwIfAborted();
      return this.journal.step(run, { name, kind: 'code' }, () => renewRights().then(work));
    };
    const call = async (name: string, readOnly: boolean, work: (signal: AbortSignal) => Promise<unknown>) => {
      signal.throwIfAborted();
      await renewRights();
      return this.journal.call(run, { name, kind: 'app_call' }, readOnly, () => work(signal));
    };
    const converse = (talk: Talk) =>
      this.conversations.hold(run, blueprint, talk, { signal, renewRights, act, step } as TalkTerms);
    return { runId, input, attempt, startedAt: startedAt!, signal, act, step, call, converse } as RunContext;
  }

  private mustBeTool(name: string, { slug, tools }: Blueprint): void {
    const operation = this.operations.find(name);
    if (operation && isForRuns(operation) && isAmong(tools, operation)) return;
    throw new RunFailure('permission_denied', `${name} is no operation that ${slug} may use.`);
  }
}

/** Does what is asked for at once one after the other, so that effects have the order of the asking. */
function queue(signal: AbortSignal) {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(() => {
      signal.throwIfAborted();
      return work();
    });
    last = next.catch(() => undefined);
    return next;
  };
}
