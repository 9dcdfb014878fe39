import { Entity } from '@tandem/domain/core/entity';
import { conflict } from '@tandem/domain/core/errors';

/** Something to be reached; once it is, it is celebrated. */
export class Goal extends Entity {
  static readonly noun = 'goal';
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

  /** Once, however often it is asked for. */
  celebrate(): void {
    if (this.celebratedAt) return;
    this.celebratedAt = new Date();
    this.record('celebrated');
  }
}
