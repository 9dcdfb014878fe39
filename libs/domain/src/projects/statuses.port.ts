import { Parts } from '../core/store.js';
import type { Status, StatusSet } from './status.js';

/** The statuses of projects, in the order of positions. */
export abstract class Statuses extends Parts<Status> {
  /** The statuses of a project, or of the tenant for tasks without one. */
  abstract setOf(projectId: string | null): Promise<StatusSet>;

  /** Stores those a project starts with; the project's own creation tells of them. */
  abstract addAll(statuses: readonly Status[]): Promise<void>;
}
