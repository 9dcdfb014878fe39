import { forbidden } from '../../core/errors.js';
import { Operations } from '../../core/operations.js';
import type { Rights } from '../../core/access/rights.js';
import { currentScope, inScope, type Scope } from '../../core/scope.js';
import { type Denial, Authorizations } from '../../core/access/authorizations.js';
import { uses } from '../../core/use-case.js';
import { Tenants } from '../../tenants/tenants.port.js';
import type { Blueprint, RunContext } from '../blueprint.js';
import { delegatorsOf, readingOf, rightsOf } from '../delegation.js';
import type { AgentRun } from '../runs/agent-run.js';
import { type RunActions, RunConversations } from '../models/run-conversations.service.js';
import { denied, RunFailure } from '../runs/run-failure.js';
import { RunJournal } from '../journal/run-journal.service.js';
import { isAmong, isForRuns } from './run-operations.js';

type Attempt = Pick<RunActions, 'signal' | 'renewRights'>;

export class RunContexts extends uses({
  tenants: Tenants,
  authorizations: Authorizations,
  operations: Operations,
  journal: RunJournal,
  conversations: RunConversations,
}) {
  /** Rejects with a `RunFailure`. */
  async during<T>(
    run: AgentRun,
    blueprint: Blueprint,
    signal: AbortSignal,
    work: (context: RunContext) => Promise<T>,
  ): Promise<T> {
    const scope = { ...(await this.scopeOf(run, blueprint)), mustGoOn: () => signal.throwIfAborted() };
    // The running blueprint's next call is checked against current rights.
    const renewRights = async () => {
      scope.rights = await this.rightsNow(run, blueprint);
    };
    // Called inside the scope, which knows the secrets to mask in a failure.
    const failed = (error: unknown) => Promise.reject(RunFailure.from(error));
    return inScope(scope, () => work(this.contextOf(run, blueprint, { signal, renewRights })).catch(failed));
  }

  /** The run is the actor. Every member and key on whose behalf it runs must still be allowed to start agents. */
  private async scopeOf(run: AgentRun, blueprint: Blueprint): Promise<Scope> {
    const { timezone, defaultCountry } = await this.tenants.current();
    const rights = await this.rightsNow(run, blueprint, ['agents:write', ...blueprint.access]);
    const actor = { type: 'agent' as const, id: run.id, memberId: run.memberId };
    const opened = new Set<string>();
    return { ...currentScope(), actor, rights, timezone, country: defaultCountry, opened };
  }

  /** The common rights of all members and keys on whose behalf it runs; throws when they lack `needed`. */
  private async rightsNow(
    run: AgentRun,
    { access, effects }: Blueprint,
    needed: readonly string[] = access,
  ): Promise<Rights> {
    const delegators = delegatorsOf(run);
    const authorizations = await this.authorizations.of(delegators);
    const denial = authorizations.find((one): one is Denial => typeof one === 'string');
    if (denial) throw denied(denial);
    const rights = rightsOf(delegators, authorizations as Rights[]);
    const missing = needed.find((scope) => !rights.coversScope(scope));
    if (missing) throw forbidden(missing);
    return effects === 'write' ? rights : readingOf(rights);
  }

  private contextOf(run: AgentRun, blueprint: Blueprint, attempt: Attempt): RunContext {
    const actions = this.actionsOf(run, blueprint, attempt);
    const { signal, act, step, read, call } = actions;
    return {
      runId: run.id,
      input: run.input,
      attempt: run.attempt,
      startedAt: run.startedAt!,
      signal,
      act,
      step,
      read,
      call: (name, readOnly, work) => call({ name, kind: 'app_call' }, readOnly, work),
      converse: (talk) => this.conversations.converse(run, blueprint, talk, actions),
    };
  }

  /** Every call of the blueprint and its model renews the rights and goes through the journal. */
  private actionsOf(run: AgentRun, { slug, tools }: Blueprint, { signal, renewRights }: Attempt): RunActions {
    const inOrder = queue(signal);
    const operations = this.operations.list.filter((one) => isForRuns(one) && isAmong(tools, one));
    const act = <T>(name: string, operation: string, args: Readonly<Record<string, unknown>>) =>
      inOrder(() => {
        if (!operations.some((one) => one.name === operation))
          throw new RunFailure('permission_denied', `${slug} may not use the operation ${operation}.`);
        const prepare = () => renewRights().then(() => this.operations.prepare<T>(operation, args));
        return this.journal.operation(run, { name, kind: 'operation', operation, arguments: args }, prepare);
      });
    const ofCode =
      (way: 'step' | 'read') =>
      async <T>(name: string, work: () => Promise<T>) => {
        signal.throwIfAborted();
        return this.journal[way](run, { name, kind: 'code' }, () => renewRights().then(work));
      };
    const call: RunActions['call'] = async (plan, readOnly, work) => {
      signal.throwIfAborted();
      await renewRights();
      return this.journal.call(run, plan, readOnly, () => work(signal));
    };
    return { signal, renewRights, operations, act, step: ofCode('step'), read: ofCode('read'), call };
  }
}

/** Runs work sequentially, in call order, even if called concurrently. */
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
