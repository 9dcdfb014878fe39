import { describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { newId } from '../../core/id.js';
import { AgentRun } from './agent-run.js';
import { Echo } from '../blueprints/echo.blueprint.js';

const make = () => asTenant(newId(), () => new AgentRun(new Echo(), {}));
const start = (run: AgentRun) => run.start(newId(), new Date(), 30);

describe('the claim of an agent run', () => {
  it('requires a due run before its deadline', () => {
    const run = make();
    const after = (seconds: number) => new Date(run.runAt.getTime() + seconds * 1000);
    expect([-1, 0, 899, 900].map((seconds) => run.isDue(after(seconds)))).toEqual([false, true, true, false]);
    expect([899, 900].map((seconds) => run.hasMissedDeadline(after(seconds)))).toEqual([false, true]);
    start(run);
    expect([run.isDue(after(1)), run.hasMissedDeadline(after(900))]).toEqual([false, false]);
  });

  it('holds the run until the lease expires and the run is settled', () => {
    const run = make();
    start(run);
    const claim = run.workerId;
    const ends = run.leaseExpiresAt!;
    expect([run.isHeldBy(claim), run.isHeldBy(newId()), run.isHeldBy(null)]).toEqual([true, false, false]);
    run.settleOverdue(ends, 0);
    expect(run.isHeldBy(claim)).toBe(true);
    run.settleOverdue(new Date(ends.getTime() + 1), 0);
    expect(run).toMatchObject({ status: 'queued', failureCategory: 'worker_lost' });
    expect([run.isHeldBy(claim), run.isHeldBy(null)]).toEqual([false, false]);
  });

  it('does not count an attempt interrupted by a shutdown', () => {
    const run = make();
    start(run);
    run.giveBack();
    expect(run).toMatchObject({ status: 'queued', attempt: 0, consecutiveFailures: 0, failureCategory: null });
  });
});
