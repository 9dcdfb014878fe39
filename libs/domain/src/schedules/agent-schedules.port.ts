import { Parts, Store } from '../core/store.js';
import type { AgentSchedule } from './agent-schedule.js';
import type { ScheduleTick } from './schedule-tick.js';

export interface ScheduleFilters {
  blueprint?: string;
  enabled?: boolean;
}

/** Due schedules of one tenant, by the database's time. */
export interface DueSchedules {
  tenantId: string;
  ids: string[];
  now: Date;
}

export abstract class AgentSchedules extends Store<AgentSchedule, ScheduleFilters> {
  /** Locks the enabled schedules of the member or API key until the transaction ends. */
  abstract lockEnabledFor(id: string): Promise<AgentSchedule[]>;

  /** In batches of up to 200 per tenant, longest overdue first. */
  abstract dueAcrossTenants(): Promise<DueSchedules[]>;

  /** Like `lock`, but undefined if it no longer exists. */
  abstract lockIfThere(id: string): Promise<AgentSchedule | undefined>;

  /** Locks and returns those that are still due and not locked by another transaction. */
  abstract tryLockDue(schedules: { ids: readonly string[]; now: Date }): Promise<AgentSchedule[]>;
}

/** Ticks of schedules, latest first. */
export abstract class ScheduleTicks extends Parts<ScheduleTick> {
  /** Rejects with the conflict `time_taken` when a time already has a tick. */
  abstract addWithoutEvents(ticks: readonly ScheduleTick[]): Promise<void>;

  abstract removeOf(scheduleId: string): Promise<void>;

  abstract lockOfRun(runId: string): Promise<ScheduleTick | undefined>;
}
