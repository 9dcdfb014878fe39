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

/** Starts runs of schedules: run, tick and the schedule's own note of them are stored in one transaction. */
export class ScheduledRuns extends uses({
  transaction: Transaction,
  schedules: AgentSchedules,
  ticks: ScheduleTicks,
  runs: AgentRuns,
  blueprints: Blueprints,
  authorizations: Authorizations,
}) {
  /** Fires the schedules that are still due when they are locked. */
  async fire(due: DueSchedules): Promise<void> {
    const { ids, now } = due;
    try {
      for (let left = ids; left.length > 0;) left = await this.fireAtOnce(left, now);
    } catch (error) {
      if (ids.length > 1) return this.fireHalves(due);
      if (!(error instanceof DomainError) || error.code !== 'time_taken') throw error;
      // The time has a tick already, since it was planned by a process whose clock is a little behind: go on to the next time.
      await this.schedules.change(ids[0]!, (schedule) => schedule.passOver(now));
    }
  }

  /** Starts a run of a locked schedule for the caller, on whose behalf the run works too. */
  async trigger(schedule: AgentSchedule, blueprint: Blueprint): Promise<void> {
    const firing = new Firing();
    firing.trigger(schedule, blueprint, currentDelegation());
    await this.store(firing);
  }

  /** Fires each half by itself, so that a schedule that fails, or is too much for one transaction, does not stop the others. */
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

  /** Fires in one transaction as many as it can hold; resolves to the ids of the others. */
  private fireAtOnce(ids: readonly string[], now: Date): Promise<string[]> {
    return this.transaction.run(async () => {
      const due = await this.schedules.tryLockDue({ ids, now });
      if (due.length === 0) return [];
      const denials = await this.authorizations.denialsOf(due.map(delegatorsOf), 'agents', 'write');
      const busy = await this.runs.schedulesAtWork(due.map(({ id }) => id));
      const blueprints = await this.blueprints.startableOf(due);
      const firing = new Firing();
      const isLeft = (schedule: AgentSchedule, index: number) => {
        if (firing.isFull) return true;
        const blueprint = blueprints[index];
        firing.fire(schedule, { now, blueprint, denial: denials[index]!, isBusy: busy.has(schedule.id) });
        return false;
      };
      const left = due.filter(isLeft);
      await this.store(firing);
      return left.map(({ id }) => id);
    });
  }

  private async store(firing: Firing): Promise<void> {
    await this.runs.addAll(firing.runs);
    firing.enqueued();
    await this.ticks.addWithoutEvents(firing.ticks);
    await this.schedules.saveAll(firing.schedules);
  }
}
