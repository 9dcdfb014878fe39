import type { Place } from '../core/scope.js';
import { Parts, Store } from '../core/store.js';
import type { AgentSchedule } from './agent-schedule.js';
import type { ScheduleTick } from './schedule-tick.js';

export interface ScheduleFilters {
  blueprint?: string;
  enabled?: boolean;
}

export abstract class AgentSchedules extends Store<AgentSchedule, ScheduleFilters> {
  /** How many schedules the tenant has; nobody else counts them before the transaction ends. */
  abstract lockCount(): Promise<number>;

  /** Enabled schedules that work for the member or API key of this id; locked until the transaction ends. */
  abstract holdEnabledFor(id: string): Promise<AgentSchedule[]>;

  /** Schedules that are due, the longest waiting first, each with the database's time. */
  abstract dueAcrossTenants(): Promise<(Place & { now: Date })[]>;

  /** Like `lock`; undefined when there is none, or another transaction has it locked. */
  abstract tryLock(id: string): Promise<AgentSchedule | undefined>;
}

/** The ticks of schedules, the latest time first. */
export abstract class ScheduleTicks extends Parts<ScheduleTick> {
  /** Stores any number of them at once. */
  abstract addAll(ticks: readonly ScheduleTick[]): Promise<void>;

  /** Locks the tick of the run; undefined when there is none. */
  abstract lockOfRun(runId: string): Promise<ScheduleTick | undefined>;
}
