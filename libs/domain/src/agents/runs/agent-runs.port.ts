import type { Place } from '../../core/scope.js';
import { Parts } from '../../core/store.js';
import type { AgentRun, RunStatus } from './agent-run.js';

export interface RunFilters {
  status?: RunStatus[];
}

/**
 * The runs of blueprints, by their slugs. No two of a blueprint have the same `created_at`: the cursor of its pages is an RFC 3339
 * instant, and what is strictly older is listed.
 */
export abstract class AgentRuns extends Parts<AgentRun, RunFilters> {
  /**
   * Starts a run that is queued and due, under a fresh claim with a lease, while the tenant has fewer running than it may.
   * When it is not due yet the answer is the instant to come again; undefined when it is not to be had.
   */
  abstract claim(id: string): Promise<AgentRun | Date | undefined>;

  /** Applies a rule to the run while this claim still holds it; undefined, and nothing kept, when it does not. */
  abstract changeClaimed(run: AgentRun, rule: (run: AgentRun) => void): Promise<AgentRun | undefined>;

  /** The tenant's queued runs that have been due for longest, as many as it may still start. */
  abstract nextDue(): Promise<string[]>;

  /** Those of the runs that are queued for a later time, with that time. */
  abstract laterOf(ids: readonly string[]): Promise<{ id: string; runAt: Date }[]>;

  /** Queued runs that are due, as many a tenant as it may still start, the tenants taking turns. */
  abstract dueAcrossTenants(): Promise<Place[]>;

  /** Running ones whose lease expired, and queued ones whose deadline passed. */
  abstract overdueAcrossTenants(): Promise<Place[]>;

  /** Applies a rule to the run if it is still overdue and nobody else has it locked. */
  abstract changeOverdue(id: string, rule: (run: AgentRun) => void): Promise<void>;
}
