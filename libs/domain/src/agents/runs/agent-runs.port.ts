import type { Place } from '../../core/scope.js';
import { Parts } from '../../core/store.js';
import type { AgentRun, RunStatus } from './agent-run.js';

export interface RunFilters {
  status?: RunStatus[];
}

/**
 * The runs of blueprints, by their slugs. No two runs of a blueprint have the same `created_at`: a page cursor is an RFC 3339
 * instant, and the page lists what is strictly older.
 */
export abstract class AgentRuns extends Parts<AgentRun, RunFilters> {
  /**
   * Applies a rule to the run if it is queued. The rule learns how many runs the tenant has running and the database's time; no
   * other run of the tenant is changed so meanwhile.
   */
  abstract changeQueued(
    id: string,
    rule: (run: AgentRun, at: { running: number; now: Date }) => void,
  ): Promise<AgentRun | undefined>;

  /** The tenant's runs that have been due longest, as many as it may still start when `most` may be running. */
  abstract nextDue(most: number): Promise<string[]>;

  /** Those of the runs that are queued for a later time, with that time. */
  abstract laterOf(ids: readonly string[]): Promise<{ id: string; runAt: Date }[]>;

  /** The same of every tenant, the longest waiting of each tenant first. */
  abstract dueAcrossTenants(most: number): Promise<Place[]>;

  /** Runs that lost their worker or missed their deadline, each with the database's time. */
  abstract overdueAcrossTenants(): Promise<(Place & { now: Date })[]>;

  /** Applies a rule to the run unless another transaction has it locked. */
  abstract changeUnlocked(id: string, rule: (run: AgentRun) => void): Promise<AgentRun | undefined>;

  /** Clears the schedule of its runs, without an event and without a new `updated_at`. */
  abstract leaveSchedule(scheduleId: string): Promise<void>;
}
