import type { RunStatus } from '../agents/runs/run-fields.js';
import { Entity } from '../core/entity.js';

export const tickOutcomes = ['enqueued', 'missed', 'skipped_overlap', 'triggered'] as const;
export type TickOutcome = (typeof tickOutcomes)[number];

export class ScheduleTick extends Entity {
  static readonly resourceType = 'agent_schedule.tick';
  runStatus: RunStatus | null = null;

  constructor(
    public scheduleId: string,
    public scheduledFor: Date,
    public outcome: TickOutcome,
    public runId: string | null = null,
  ) {
    super();
  }

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
