import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { asTenant } from '@tandem/testing/as-tenant';
import { newId } from '../../core/id.js';
import { Echo } from '../blueprints/echo.blueprint.js';
import { RunFailure } from './run-failure.js';
import { AgentRun } from './agent-run.js';

const created = (budgetUsdCents: number | null) => {
  const run = asTenant(newId(), () => new AgentRun(new Echo(), { budgetUsdCents }));
  start(run);
  return run;
};
/** A call with this maximum cost. */
const reserve = (run: AgentRun, microUsd: number) =>
  run.bill.reserve(microUsd, { input: 1, cachedInput: 1, output: 0, maxOutput: 1000 }, 1000);
const start = (run: AgentRun) => run.start(newId(), new Date(), 30);
const terms = { maxAttempts: 1000, feeBps: 250 };
const accounts = ({ costMicroUsd, committedMicroUsd, reservedMicroUsd }: AgentRun) => [
  costMicroUsd,
  committedMicroUsd,
  reservedMicroUsd,
];

describe('the accounts of a run', () => {
  it('reserve the limit of a call and settle its actual cost', () => {
    const run = created(1);
    reserve(run, 4000);
    expect(run.bill.leftMicroUsd).toBe(6000);
    run.bill.settle({ costMicroUsd: 1200, committedMicroUsd: 1500 });
    expect([...accounts(run), run.bill.leftMicroUsd, run.costUsdCents]).toEqual([1200, 1500, 0, 8500, 1]);
  });

  it('release the reservation of a refused call', () => {
    const run = created(1);
    reserve(run, 4000);
    run.bill.release();
    expect([...accounts(run), run.bill.leftMicroUsd]).toEqual([0, 0, 0, 10_000]);
  });

  it('are unlimited without a budget', () => {
    const run = created(null);
    reserve(run, 1e9);
    expect(run.bill.leftMicroUsd).toBe(Infinity);
  });

  it.each<[string, (run: AgentRun) => void]>([
    ['a lost worker', (run) => run.settleOverdue(new Date(Date.now() + 3_600_000), 0)],
    ['a failure', (run) => run.fail(new RunFailure('model_error', ''), terms)],
    ['a cancel', (run) => run.cancel()],
    ['a shutdown', (run) => run.giveBack()],
  ])('lose the reservation when the attempt ends by %s', (_, end) => {
    const run = created(1);
    reserve(run, 4000);
    end(run);
    expect(accounts(run)).toEqual([4000, 4000, 0]);
  });

  it('charge the fee on the total cost once', () => {
    const run = created(1);
    reserve(run, 4000);
    run.fail(new RunFailure('configuration', ''), terms);
    expect(run.platformFeeCents).toBe(1);
  });

  it('never exceed the budget in any order of events', () => {
    const move = fc.oneof(
      fc.record({ kind: fc.constant('reserve' as const), micros: fc.nat(6000) }),
      fc.record({ kind: fc.constant('settle' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
      fc.record({ kind: fc.constantFrom('release' as const, 'crash' as const, 'retry' as const, 'stop' as const) }),
    );
    const act = (run: AgentRun, created: typeof move extends fc.Arbitrary<infer M> ? M : never) => {
      if (created.kind === 'reserve' && created.micros <= run.bill.leftMicroUsd) reserve(run, created.micros);
      if (created.kind === 'reserve' && created.micros > run.bill.leftMicroUsd)
        expect(() => reserve(run, created.micros)).toThrow();
      if (created.kind === 'settle') {
        const micros = Math.floor(run.reservedMicroUsd * created.share);
        run.bill.settle({ costMicroUsd: micros, committedMicroUsd: micros });
      }
      if (created.kind === 'release') run.bill.release();
      if (created.kind === 'crash') run.settleOverdue(new Date(Date.now() + 3_600_000), 0);
      if (created.kind === 'retry') run.fail(new RunFailure('rate_limited', ''), terms);
      if (created.kind === 'stop') run.giveBack();
    };
    const check = (moves: (typeof move extends fc.Arbitrary<infer M> ? M : never)[]) => {
      const run = created(2);
      for (const one of moves) {
        if (run.isTerminal) break;
        if (run.status === 'queued') start(run);
        const before = run.committedMicroUsd;
        act(run, one);
        expect(run.committedMicroUsd + run.reservedMicroUsd).toBeLessThanOrEqual(20_000);
        expect(run.committedMicroUsd).toBeGreaterThanOrEqual(before);
        expect(run.bill.leftMicroUsd).toBe(20_000 - run.committedMicroUsd - run.reservedMicroUsd);
        if (run.status !== 'running') expect(run.reservedMicroUsd).toBe(0);
      }
    };
    fc.assert(fc.property(fc.array(move, { maxLength: 40 }), check), { numRuns: 1000 });
  });
});
