import { Store } from '@tandem/domain/core/store';
import type { Goal } from './goal.js';

/** The collection of goals; what the verbs ask for, and its own name in their needs. */
export abstract class Goals extends Store<Goal> {
  /** How many there are, and how many of them are reached. */
  abstract counts(): Promise<{ all: number; reached: number }>;
}
