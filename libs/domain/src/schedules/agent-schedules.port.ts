import { Parts, Store } from '../core/store.js';
import type { AgentSchedule } from './agent-schedule.js';
import type { ScheduleTick } from './schedule-tick.js';

export interface ScheduleFilters {
  blueprint?: string;
  enabled?: boolean;
}

/** Schedules of one tenant that are due by the database's time. */
export interface DueSchedules {
  tenantId: string;
  ids: string[];
  now: Date;
}

export abstract class AgentSchedules extends Store<AgentSchedule, ScheduleFilters> {
  /** Locks the enabled schedules that work for the member or API key of this id, until the transaction ends. */
  abstract lockEnabledFor(id: string): Promise<AgentSchedule[]>;

  /** The schedules that are due, the longest waiting first; up to 200 of a tenant stand together. */
  abstract dueAcrossTenants(): Promise<DueSchedules[]>;

  /** Like `lock`; undefined where there is none any more. */
  abstract lockIfThere(id: string): Promise<AgentSchedule | undefined>;

  /** Locks and answers those that are still due and that no other transaction has locked. */
  abstract tryLockDue(schedules: { ids: readonly string[]; now: Date }): Promise<AgentSchedule[]>;
}

/** The ticks of schedules, the latest time first. */
export abstract class ScheduleTicks extends Parts<ScheduleTick> {
  /** Stores many at once; rejects with the conflict time_taken where a time has a tick already. */
  abstract addWithoutEvents(ticks: readonly ScheduleTick[]): Promise<void>;

  /** Removes the ticks of a schedule that is deleted. */
  abstract removeOf(scheduleId: string): Promise<void>;

  /** Locks the tick of the run; undefined when there is none. */
  abstract lockOfRun(runId: string): Promise<ScheduleTick | undefined>;
}
