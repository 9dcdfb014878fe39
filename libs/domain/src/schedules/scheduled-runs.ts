import { AgentRuns } from '../agents/agent-runs.port.js';
import type { Blueprint } from '../agents/blueprint.js';
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

  enqueue(schedule: AgentSchedule, blueprint: Blueprint, at: Date, outcome: TickOutcome): Promise<AgentSchedule> {
    return this.transaction.run(async () => {
      const run = await this.runs.add(schedule.runOf(blueprint, at));
      await this.ticks.addAll([new ScheduleTick(schedule.id, at, outcome, run.id)]);
      return this.schedules.change(schedule.id, (found) => found.enqueued(run));
    });
  }
}
