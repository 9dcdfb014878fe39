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
  isQueued?: true;
  isRunning?: true;
  failedSince?: Date;
}

export interface OpenRuns {
  queued: number;
  running: number;
  created: number;
  nextAt: Date | null;
}

/** `created_at` is unique per blueprint: a cursor is an RFC 3339 instant, and a page lists strictly older runs. */
export abstract class AgentRuns extends Parts<AgentRun, RunFilters> {
  /** Applies a rule to the longest-waiting due runs, at most `more`. Undefined while another worker does this. */
  abstract changeDue(
    max: { running: number; more: number },
    rule: (run: AgentRun, now: Date) => void,
  ): Promise<AgentRun[] | undefined>;

  /** Whether a due run could start now with at most `max` running, and the due time of the next later run. */
  abstract prospect(max: number): Promise<{ canStart: boolean; later: Date | null }>;

  /** Stores runs and their events in bulk. The caller has locked their schedules. */
  abstract addAll(runs: readonly AgentRun[]): Promise<void>;

  abstract open(since: Date): Promise<OpenRuns>;

  abstract schedulesAtWork(scheduleIds: readonly string[]): Promise<Set<string>>;
}
