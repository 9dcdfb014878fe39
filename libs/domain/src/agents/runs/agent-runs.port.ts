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
   * Starts a run that is queued and due, under a fresh claim with a lease, while the tenant has fewer running than it may. If it
   * is not due yet, answers when it will be; undefined when it cannot be had.
   */
  abstract claim(id: string): Promise<AgentRun | Date | undefined>;

  /** Applies a rule to the run while this claim still holds it; otherwise changes nothing and answers undefined. */
  abstract changeClaimed(run: AgentRun, rule: (run: AgentRun) => void): Promise<AgentRun | undefined>;

  /** The tenant's queued runs that have been due longest, as many as it may still start. */
  abstract nextDue(): Promise<string[]>;

  /** Those of the runs that are queued for a later time, with that time. */
  abstract laterOf(ids: readonly string[]): Promise<{ id: string; runAt: Date }[]>;

  /** Queued runs that are due, as many for each tenant as it may still start; tenants take turns. */
  abstract dueAcrossTenants(): Promise<Place[]>;

  /** Running runs whose lease expired, and queued ones whose deadline passed. */
  abstract overdueAcrossTenants(): Promise<Place[]>;

  /** Takes from the runs of a schedule what they know of it. They stay as old as they were, and nobody is told. */
  abstract leaveSchedule(scheduleId: string): Promise<void>;

  /** Applies a rule to the run if it is still overdue and nobody else has it locked. */
  abstract changeOverdue(id: string, rule: (run: AgentRun) => void): Promise<void>;
}
