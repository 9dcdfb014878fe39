import type { Blueprint } from '../agents/blueprint.js';
import type { Delegation } from '../agents/delegation.js';
import type { AgentRun } from '../agents/runs/agent-run.js';
import type { Denial } from '../core/access/authorizations.js';
import { clock } from '../core/clock.js';
import type { AgentSchedule } from './agent-schedule.js';
import { ScheduleTick, type TickOutcome } from './schedule-tick.js';

const maxTicks = 2000;

interface FiringFacts {
  now: Date;
  /** Undefined if the blueprint or a model for it is missing. */
  blueprint: Blueprint | undefined;
  denial: Denial | null;
  isBusy: boolean;
}

export class Firing {
  readonly schedules: AgentSchedule[] = [];
  readonly ticks: ScheduleTick[] = [];
  private readonly started: { schedule: AgentSchedule; run: AgentRun }[] = [];

  get runs(): AgentRun[] {
    return this.started.map(({ run }) => run);
  }

  get isFull(): boolean {
    return this.ticks.length >= maxTicks;
  }

  /** Starts a run for the newest due time unless the previous run is unfinished or the schedule must be disabled. */
  fire(schedule: AgentSchedule, { now, blueprint, denial, isBusy }: FiringFacts): void {
    const { newest, missed } = schedule.dueTimes(now);
    for (const at of missed) this.note(schedule, at, 'missed');
    schedule.planAfter(now);
    if (denial) schedule.disable(denial);
    else if (!blueprint) schedule.disable('blueprint_unavailable');
    else if (newest && isBusy) this.note(schedule, newest, 'skipped_overlap');
    else if (newest) this.start(schedule, newest, 'enqueued', schedule.runOf(blueprint, newest));
    this.schedules.push(schedule);
  }

  trigger(schedule: AgentSchedule, blueprint: Blueprint, delegation: Delegation): void {
    const at = freeTickTime(schedule);
    this.start(schedule, at, 'triggered', schedule.runOf(blueprint, at, delegation));
    this.schedules.push(schedule);
  }

  /** Call it after the runs are stored, which sets their creation times. */
  enqueued(): void {
    for (const { schedule, run } of this.started) schedule.enqueued(run);
  }

  private start(schedule: AgentSchedule, at: Date, outcome: TickOutcome, run: AgentRun): void {
    this.started.push({ schedule, run });
    this.note(schedule, at, outcome, run.id);
  }

  private note(schedule: AgentSchedule, at: Date, outcome: TickOutcome, runId: string | null = null): void {
    this.ticks.push(new ScheduleTick(schedule.id, at, outcome, runId));
  }
}

/** Now, or later if a tick may have that time: scheduled ticks are at whole minutes, triggered ones at the last run. */
function freeTickTime({ lastEnqueuedAt }: AgentSchedule): Date {
  const at = Math.max(clock.millis(), (lastEnqueuedAt?.getTime() ?? 0) + 1);
  return new Date(at % 60_000 === 0 ? at + 1 : at);
}
