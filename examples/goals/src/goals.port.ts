import { Store } from '@tandem/domain/core/store';
import type { Goal } from './goal.js';

/** The collection of goals that use cases depend on. */
export abstract class Goals extends Store<Goal> {
  /** The number of goals, and of those reached. */
  abstract counts(): Promise<{ all: number; reached: number }>;
}
