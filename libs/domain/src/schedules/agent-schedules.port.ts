import type { Place } from '../core/scope.js';
import { Store } from '../core/store.js';
import type { AgentSchedule } from './agent-schedule.js';

export interface ScheduleFilters {
  blueprint?: string;
  enabled?: boolean;
}

export abstract class AgentSchedules extends Store<AgentSchedule, ScheduleFilters> {
  /** How many schedules the tenant has; nobody else counts them before the transaction ends. */
  abstract lockCount(): Promise<number>;

  /** Enabled schedules that work for this member, or for whoever used this API key; locked until the transaction ends. */
  abstract holdEnabledFor(id: string): Promise<AgentSchedule[]>;

  /** Enabled schedules whose next time has come, the longest waiting first. */
  abstract dueAcrossTenants(): Promise<Place[]>;

  /** Applies a rule, with the database's time, to the schedule if it is still due and not locked by another worker. */
  abstract changeDue(
    id: string,
    rule: (schedule: AgentSchedule, now: Date) => void,
  ): Promise<AgentSchedule | undefined>;
}
