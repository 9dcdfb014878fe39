import type { RunStatus } from '../agents/runs/run-fields.js';
import { Entity } from '../core/entity.js';

export const tickOutcomes = ['enqueued', 'missed', 'skipped_overlap', 'triggered'] as const;
export type TickOutcome = (typeof tickOutcomes)[number];

/** The outcome of one time of a schedule. */
export class ScheduleTick extends Entity {
  static readonly noun = 'agent_schedule.tick';
  /** Final status of the run, set when the schedule has counted it. */
  runStatus: RunStatus | null = null;

  constructor(
    public scheduleId: string,
    public scheduledFor: Date,
    public outcome: TickOutcome,
    public runId: string | null = null,
  ) {
    super();
  }

  /** True when a run was started on schedule. */
  get isFired(): boolean {
    return this.outcome === 'enqueued';
  }

  get isConcluded(): boolean {
    return this.runStatus !== null;
  }

  conclude(status: RunStatus): void {
    this.runStatus = status;
  }
}
