import { Parts } from '../../core/store.js';
import type { AgentRun } from './agent-run.js';
import type { RunStatus } from './run-fields.js';

declare module '../../core/vocabulary.js' {
  interface Domains {
    agents: true;
  }
  interface Linkables {
    agent_run: true;
  }
}

export interface RunFilters {
  status?: RunStatus[];
  blueprint?: string;
  scheduleId?: string;
  /** Created at or after it. */
  since?: Date;
  /** Created before it. */
  until?: Date;
}

/** What a tenant's runs have still to do. */
export interface OpenRuns {
  queued: number;
  running: number;
  /** How many were created since an instant, whatever became of them. */
  created: number;
  /** When the first of the queued ones is due. */
  nextAt: Date | null;
}

/**
 * The runs of blueprints, by their slugs. No two runs of a blueprint have the same `created_at`: a page cursor is an RFC 3339
 * instant, and the page lists what is strictly older.
 */
export abstract class AgentRuns extends Parts<AgentRun, RunFilters> {
  /**
   * Applies a rule, with the database's time, to the due runs that have waited longest: to `more` of them at most, and never to so
   * many that more than `running` would be running. Undefined while another worker does this in the tenant.
   */
  abstract changeDue(
    max: { running: number; more: number },
    rule: (run: AgentRun, now: Date) => void,
  ): Promise<AgentRun[] | undefined>;

  /** Whether a due run could start now, where `most` may run at a time, and when the next run that is not due yet will be. */
  abstract prospect(max: number): Promise<{ canStart: boolean; later: Date | null }>;

  /** Stores any number of new runs, with what they recorded. The caller holds the schedules that they name. */
  abstract addAll(runs: readonly AgentRun[]): Promise<void>;

  /** Counts the open runs, and those created since the instant, however many there are. */
  abstract open(since: Date): Promise<OpenRuns>;

  /** Ids of those schedules that have a run which is not over. */
  abstract schedulesAtWork(scheduleIds: readonly string[]): Promise<Set<string>>;
}
