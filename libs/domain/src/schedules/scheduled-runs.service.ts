import { uses } from '../core/use-case.js';
import { AgentRuns } from '../agents/runs/agent-runs.port.js';
import { Blueprints } from '../agents/blueprints.service.js';
import type { Blueprint } from '../agents/blueprint.js';
import { currentDelegation, delegatorsOf } from '../agents/delegation.js';
import { DomainError, isUnavailable } from '../core/errors.js';
import { Authorizations } from '../core/access/authorizations.js';
import { Transaction } from '../core/transaction.js';
import type { AgentSchedule } from './agent-schedule.js';
import { AgentSchedules, type DueSchedules, ScheduleTicks } from './agent-schedules.port.js';
import { Firing } from './firing.js';

/** Starts runs of schedules, storing run, tick and schedule in one transaction. */
export class ScheduledRuns extends uses({
  transaction: Transaction,
  schedules: AgentSchedules,
  ticks: ScheduleTicks,
  runs: AgentRuns,
  blueprints: Blueprints,
  authorizations: Authorizations,
}) {
  /** Skips schedules that are no longer due after they are locked. */
  async fire(due: DueSchedules): Promise<void> {
    const { ids, now } = due;
    try {
      for (let remaining = ids; remaining.length > 0;) remaining = await this.fireAtOnce(remaining, now);
    } catch (error) {
      if (ids.length > 1) return this.fireHalves(due);
      if (!(error instanceof DomainError) || error.code !== 'time_taken') throw error;
      // A process with a slow clock planned a time that already has a tick: skip to the next time.
      await this.schedules.change(ids[0]!, (schedule) => schedule.passOver(now));
    }
  }

  async trigger(schedule: AgentSchedule, blueprint: Blueprint): Promise<void> {
    const firing = new Firing();
    firing.trigger(schedule, blueprint, currentDelegation());
    await this.store(firing);
  }

  /** Splits the batch, so that a failing schedule, or one too large for a transaction, does not stop the others. */
  private async fireHalves({ ids, ...due }: DueSchedules): Promise<void> {
    const middle = Math.ceil(ids.length / 2);
    const failures: unknown[] = [];
    for (const half of [ids.slice(0, middle), ids.slice(middle)])
      await this.fire({ ...due, ids: half }).catch((error: unknown) => {
        if (isUnavailable(error)) throw error;
        failures.push(error);
      });
    if (failures.length) throw failures[0];
  }

  private fireAtOnce(ids: readonly string[], now: Date): Promise<string[]> {
    return this.transaction.run(async () => {
      const due = await this.schedules.tryLockDue({ ids, now });
      if (due.length === 0) return [];
      const denials = await this.authorizations.denialsOf(due.map(delegatorsOf), 'agents', 'write');
      const busy = await this.runs.schedulesAtWork(due.map(({ id }) => id));
      const blueprints = await this.blueprints.startableOf(due);
      const firing = new Firing();
      const isRemaining = (schedule: AgentSchedule, index: number) => {
        if (firing.isFull) return true;
        const blueprint = blueprints[index];
        firing.fire(schedule, { now, blueprint, denial: denials[index]!, isBusy: busy.has(schedule.id) });
        return false;
      };
      const remaining = due.filter(isRemaining);
      await this.store(firing);
      return remaining.map(({ id }) => id);
    });
  }

  private async store(firing: Firing): Promise<void> {
    await this.runs.addAll(firing.runs);
    firing.enqueued();
    await this.ticks.addWithoutEvents(firing.ticks);
    await this.schedules.saveAll(firing.schedules);
  }
}
