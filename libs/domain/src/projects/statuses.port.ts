import { Store } from '../core/store.js';
import type { Status, StatusSet } from './status.js';

export abstract class Statuses extends Store<Status> {
  /** The statuses of a project, or of the tenant for tasks without one. */
  abstract setOf(projectId: string | null): Promise<StatusSet>;

  /** Stores several at once. */
  abstract addAll(statuses: readonly Status[]): Promise<void>;
}
