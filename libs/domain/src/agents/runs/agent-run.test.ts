import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { asTenant } from '@tandem/testing/as-tenant';
import { takeRecorded } from '../../core/entity.js';
import { newId } from '../../core/id.js';
import { AgentRun } from './agent-run.js';
import { Echo } from '../blueprints/echo.blueprint.js';
import { RunFailure } from './run-failure.js';
import type { RunFields, RunStatus } from './run-fields.js';

const terms = { maxAttempts: 3, feeBps: 500 };
const retryable = () => new RunFailure('rate_limited', 'slow down');
const final = () => new RunFailure('tool_error', 'broken');
const make = (fields: RunFields = {}) => asTenant(newId(), () => new AgentRun(new Echo(), fields));
const start = (run: AgentRun) => run.start(newId(), new Date(), 30);
const overdue = (run: AgentRun) => run.settleOverdue(new Date(Date.now() + 3_600_000), 0);
const running = () => {
  const run = make();
  start(run);
  return run;
};
const actions = (run: AgentRun) => takeRecorded(run).map(({ type }) => type.replace('agent_run.', ''));

describe('an agent run', () => {
  it('is queued when created, due immediately, with the deadline of its blueprint', () => {
    const run = make();
    expect([run.status, run.runAt, run.attempt]).toEqual(['queued', run.createdAt, 0]);
    expect(run.deadlineAt!.getTime() - run.runAt.getTime()).toBe(900_000);
    expect(run.channels).toEqual(['agents', 'agent_echo']);
    expect(actions(run)).toEqual(['queued']);
  });

  it('counts its deadline from its scheduled start', () => {
    const runAt = new Date(Date.now() + 3_600_000);
    expect(make({ runAt }).deadlineAt!.getTime()).toBe(runAt.getTime() + 900_000);
    expect(() => make({ runAt, deadlineAt: new Date() })).toThrow('deadline_at must be later than the start.');
  });

  it('keeps its first model', () => {
    const run = make();
    for (const model of [null, 'openai/one', 'openai/another']) run.chooseModel(model);
    expect(run.model).toBe('openai/one');
  });

  it('runs under the claim after its start, with one more attempt', () => {
    const run = running();
    expect([run.status, run.attempt]).toEqual(['running', 1]);
    expect(run.workerId).not.toBeNull();
    expect(actions(run)).toEqual(['queued', 'started']);
  });

  it('stores its output on success and clears earlier failures', () => {
    const run = running();
    run.fail(retryable(), terms);
    start(run);
    run.succeed({ fine: true }, terms.feeBps);
    expect(run).toMatchObject({ status: 'succeeded', output: { fine: true }, consecutiveFailures: 0, workerId: null });
    expect([run.failureCategory, run.failureDetail]).toEqual([null, null]);
    expect(actions(run)).toEqual(['queued', 'started', 'queued', 'started', 'succeeded']);
  });

  it('retries a temporary failure after 10 s and 30 s, then fails', () => {
    const waits: number[] = [];
    const run = running();
    for (let attempt = 1; attempt <= 2; attempt++) {
      run.fail(retryable(), terms);
      expect([run.status, run.consecutiveFailures]).toEqual(['queued', attempt]);
      waits.push((run.runAt.getTime() - Date.now()) / 1000);
      start(run);
    }
    expect(waits[0]).toBeGreaterThan(8.9);
    expect(waits[0]).toBeLessThanOrEqual(10);
    expect(waits[1]).toBeGreaterThan(26.9);
    expect(waits[1]).toBeLessThanOrEqual(30);
    run.fail(retryable(), terms);
    expect(run).toMatchObject({ status: 'failed', failureCategory: 'rate_limited', failureDetail: 'slow down' });
  });

  it('waits at most five minutes for the next attempt', () => {
    const run = running();
    for (let attempt = 1; attempt < 12; attempt++) {
      run.fail(retryable(), { ...terms, maxAttempts: 100 });
      start(run);
    }
    run.fail(retryable(), { ...terms, maxAttempts: 100 });
    expect(run.runAt.getTime() - Date.now()).toBeLessThanOrEqual(300_000);
  });

  it.each([
    [3, 9],
    [40, 40],
    [3600, 300],
  ])('with a demanded delay of %d s waits at least %d s', (requested, least) => {
    const run = running();
    run.fail(new RunFailure('rate_limited', 'slow down', requested), terms);
    const wait = (run.runAt.getTime() - Date.now()) / 1000;
    expect(wait).toBeGreaterThan(least - 0.1);
    expect(wait).toBeLessThanOrEqual(Math.max(10, least));
  });

  it('fails without a retry on a permanent failure', () => {
    const run = running();
    run.fail(final(), terms);
    expect(run).toMatchObject({ status: 'failed', attempt: 1, failureCategory: 'tool_error' });
  });

  it('is queued again after a lost worker, and fails after the second in a row', () => {
    const run = running();
    overdue(run);
    expect(run).toMatchObject({ status: 'queued', attempt: 1, consecutiveFailures: 1, workerId: null });
    start(run);
    overdue(run);
    expect(run).toMatchObject({ status: 'failed', failureCategory: 'worker_lost' });
  });

  it('survives two lost workers with a completed attempt in between', () => {
    const run = running();
    overdue(run);
    start(run);
    run.fail(retryable(), terms);
    start(run);
    overdue(run);
    expect(run.status).toBe('queued');
  });

  it('fails when its deadline passes in the queue', () => {
    const run = make();
    overdue(run);
    expect(run).toMatchObject({ status: 'failed', failureCategory: 'deadline_exceeded' });
  });

  it('cannot be cancelled after its end, and reports its status', () => {
    const run = running();
    run.succeed(null, 0);
    expect(() => run.cancel()).toThrow(
      expect.objectContaining({
        code: 'run_already_terminal',
        message: 'This run has already ended: its status is succeeded.',
        extra: { members: { run_status: 'succeeded' } },
      }),
    );
  });

  it('pays a fee on its cost, rounded up, unless the failure is internal', () => {
    const spent = (end: (run: AgentRun) => void) => {
      const run = running();
      run.costMicroUsd = 1_000_001;
      end(run);
      return [run.costUsdCents, run.platformFeeCents];
    };
    expect(spent((run) => run.succeed(null, 500))).toEqual([101, 6]);
    expect(spent((run) => run.fail(final(), terms))).toEqual([101, 6]);
    expect(spent((run) => run.succeed(null, 0))).toEqual([101, 0]);
    expect(spent((run) => run.fail(new RunFailure('internal', ''), { maxAttempts: 1, feeBps: 500 }))).toEqual([101, 0]);
  });

  it('follows only the transitions of its state table', () => {
    interface Move {
      from: RunStatus[];
      to: RunStatus[];
      act: (run: AgentRun) => void;
      /** Ignores a run in another state instead of throwing. */
      isLenient?: boolean;
    }
    const moves: Record<string, Move> = {
      start: { from: ['queued'], to: ['running'], act: start },
      succeed: { from: ['running'], to: ['succeeded'], act: (run) => run.succeed(1, 0) },
      retry: { from: ['running'], to: ['queued', 'failed'], act: (run) => run.fail(retryable(), terms) },
      fail: { from: ['running'], to: ['failed'], act: (run) => run.fail(final(), terms) },
      settleOverdue: { from: ['queued', 'running'], to: ['queued', 'failed'], act: overdue, isLenient: true },
      giveBack: { from: ['running'], to: ['queued'], act: (run) => run.giveBack() },
      cancel: { from: ['queued', 'running'], to: ['cancelled'], act: (run) => run.cancel() },
    };
    const check = (names: string[]) => {
      const run = make();
      for (const name of names) {
        const { from, to, act, isLenient } = moves[name]!;
        const before = { ...run };
        if (from.includes(before.status)) {
          act(run);
          expect(to).toContain(run.status);
        } else {
          if (isLenient) act(run);
          else expect(() => act(run)).toThrow();
          expect({ ...run }).toEqual(before);
        }
        expect(run.workerId !== null).toBe(run.status === 'running');
        expect(run.finishedAt !== null).toBe(run.isTerminal);
        expect(run.attempt).toBeGreaterThanOrEqual(0);
      }
    };
    fc.assert(fc.property(fc.array(fc.constantFrom(...Object.keys(moves)), { maxLength: 30 }), check), {
      numRuns: 500,
    });
  });
});
