import type { AgentRun } from '../agents/agent-run.js';
import { AgentRuns } from '../agents/agent-runs.port.js';
import type { Blueprint } from '../agents/blueprint.js';
import { currentMandate } from '../agents/mandate.js';
import { Transaction } from '../core/transaction.js';
import type { AgentSchedule } from './agent-schedule.js';
import { AgentSchedules } from './agent-schedules.port.js';
import { ScheduleTick, type TickOutcome } from './schedule-tick.js';
import { ScheduleTicks } from './schedule-ticks.port.js';

/** Puts runs of schedules into being: the run, the tick that tells of it, and the schedule's memory of both. */
export class ScheduledRuns {
  static needs = [Transaction, AgentRuns, AgentSchedules, ScheduleTicks] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly runs: AgentRuns,
    private readonly schedules: AgentSchedules,
    private readonly ticks: ScheduleTicks,
  ) {}

  async isBusy({ lastRunId }: AgentSchedule): Promise<boolean> {
    return lastRunId !== null && (await this.runs.find(lastRunId))?.isTerminal === false;
  }

  /** The run for a time that has come. */
  enqueue(schedule: AgentSchedule, blueprint: Blueprint, at: Date): Promise<AgentSchedule> {
    return this.add(schedule.runOf(blueprint, at), schedule.id, { at, outcome: 'enqueued' });
  }

  /** A run that somebody asks for now. */
  trigger(schedule: AgentSchedule, blueprint: Blueprint, at: Date): Promise<AgentSchedule> {
    return this.add(schedule.runOf(blueprint, at, currentMandate()), schedule.id, { at, outcome: 'triggered' });
  }

  private add(run: AgentRun, id: string, { at, outcome }: { at: Date; outcome: TickOutcome }): Promise<AgentSchedule> {
    return this.transaction.run(async () => {
      await this.runs.add(run);
      await this.ticks.addAll([new ScheduleTick(id, at, outcome, run.id)]);
      return this.schedules.change(id, (found) => found.enqueued(run));
    });
  }
}
