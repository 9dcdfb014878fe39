import type { RunStatus } from '../agents/runs/run-fields.js';
import { Entity } from '../core/entity.js';

export const tickOutcomes = ['enqueued', 'missed', 'skipped_overlap', 'triggered'] as const;
export type TickOutcome = (typeof tickOutcomes)[number];

/** What became of one time of a schedule. */
export class ScheduleTick extends Entity {
  static readonly noun = 'agent_schedule.tick';
  /** How the run ended, once that has been counted. */
  runStatus: RunStatus | null = null;

  constructor(
    public scheduleId: string,
    public scheduledFor: Date,
    public outcome: TickOutcome,
    public runId: string | null = null,
  ) {
    super();
  }

  /** True for a time that came and started a run. */
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
