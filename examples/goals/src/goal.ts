import { Entity } from '@tandem/domain/core/entity';
import { conflict } from '@tandem/domain/core/errors';

/** Something to achieve; celebrated once it is reached. */
export class Goal extends Entity {
  static readonly resourceType = 'goal';
  static override readonly channels = ['goals'];
  title: string;
  reachedAt: Date | null = null;
  celebratedAt: Date | null = null;

  constructor({ title }: { title: string }) {
    super();
    this.title = title;
    this.record('created');
  }

  rename(title: string): void {
    this.title = title;
    this.recordChange();
  }

  reach(): void {
    if (this.reachedAt) throw conflict('goal_reached', 'This goal has been reached already.');
    this.reachedAt = new Date();
    this.record('reached');
  }

  /** Idempotent: jobs are retried. */
  celebrate(): void {
    if (this.celebratedAt) return;
    this.celebratedAt = new Date();
    this.record('celebrated');
  }
}
