import { needing } from '../core/use-case.js';
import type { AgentRun } from '../agents/runs/agent-run.js';
import { AgentRuns } from '../agents/runs/agent-runs.port.js';
import type { Blueprint } from '../agents/blueprint.js';
import { Blueprints } from '../agents/blueprints/blueprints.port.js';
import { currentMandate, grantsOf } from '../agents/mandate.js';
import type { Place } from '../core/scope.js';
import { Standings } from '../core/standings.js';
import { Transaction } from '../core/transaction.js';
import type { AgentSchedule } from './agent-schedule.js';
import { AgentSchedules, ScheduleTicks } from './agent-schedules.port.js';
import { ScheduleTick, type TickOutcome } from './schedule-tick.js';

/** Creates a run of a schedule together with its tick, and notes the run in the schedule, in one transaction. */
export class ScheduledRuns extends needing({
  transaction: Transaction,
  schedules: AgentSchedules,
  ticks: ScheduleTicks,
  runs: AgentRuns,
  blueprints: Blueprints,
  standings: Standings,
}) {
  /** Fires the schedule if it is still due; records missed times too. */
  fire({ id, now }: Place & { now: Date }): Promise<void> {
    return this.transaction.run(async () => {
      const schedule = await this.schedules.tryLock(id);
      if (!schedule?.isDue(now)) return;
      const { newest, missed } = schedule.dueTimes(now);
      await this.schedules.change(id, (due) => due.planAfter(now));
      await this.ticks.addAll(missed.map((at) => new ScheduleTick(id, at, 'missed')));
      if (newest) await this.start(schedule, newest);
    });
  }

  /** Starts a run that the caller asks for; it works on their behalf too. */
  trigger(schedule: AgentSchedule, blueprint: Blueprint, at: Date): Promise<AgentSchedule> {
    return this.transaction.run(() =>
      this.add(schedule.runOf(blueprint, at, currentMandate()), schedule.id, { at, outcome: 'triggered' }),
    );
  }

  private async start(schedule: AgentSchedule, at: Date): Promise<void> {
    const blueprint = this.blueprints.find(schedule.blueprint);
    const lapse = await this.standings.lapseOf(grantsOf(schedule), 'agents', 'write');
    const reason = lapse ?? (blueprint ? null : 'blueprint_unavailable');
    if (reason) await this.schedules.change(schedule.id, (found) => found.disable(reason));
    else if (await this.isBusy(schedule))
      await this.ticks.addAll([new ScheduleTick(schedule.id, at, 'skipped_overlap')]);
    else await this.add(schedule.runOf(blueprint!, at), schedule.id, { at, outcome: 'enqueued' });
  }

  private async isBusy({ lastRunId }: AgentSchedule): Promise<boolean> {
    return lastRunId !== null && (await this.runs.find(lastRunId))?.isTerminal === false;
  }

  private async add(run: AgentRun, id: string, { at, outcome }: { at: Date; outcome: TickOutcome }) {
    await this.runs.add(run);
    await this.ticks.addAll([new ScheduleTick(id, at, outcome, run.id)]);
    return this.schedules.change(id, (found) => found.enqueued(run));
  }
}
