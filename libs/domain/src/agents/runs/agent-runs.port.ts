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
  /** Inclusive. */
  since?: Date;
  /** Exclusive. */
  until?: Date;
}

/** Unfinished work of a tenant. */
export interface OpenRuns {
  queued: number;
  running: number;
  /** Runs created since the given instant, in any state. */
  created: number;
  /** Earliest due time in the queue. */
  nextAt: Date | null;
}

/**
 * Parts of their blueprints, by slug. Runs of a blueprint have distinct `created_at`, since a page cursor is an RFC
 * 3339 instant and a page lists strictly older runs.
 */
export abstract class AgentRuns extends Parts<AgentRun, RunFilters> {
  /**
   * Applies a rule, with the database's time, to the longest-waiting due runs: at most `more`, and only until `running`
   * runs are running. Undefined while another worker does this in the tenant.
   */
  abstract changeDue(
    max: { running: number; more: number },
    rule: (run: AgentRun, now: Date) => void,
  ): Promise<AgentRun[] | undefined>;

  /** Whether a due run could start now with at most `max` running, and the due time of the next later run. */
  abstract prospect(max: number): Promise<{ canStart: boolean; later: Date | null }>;

  /** Stores runs and their events in bulk. The caller has locked their schedules. */
  abstract addAll(runs: readonly AgentRun[]): Promise<void>;

  /** Counts all open runs, and runs created since the instant. */
  abstract open(since: Date): Promise<OpenRuns>;

  /** Which of the schedules have an unfinished run. */
  abstract schedulesAtWork(scheduleIds: readonly string[]): Promise<Set<string>>;
}
