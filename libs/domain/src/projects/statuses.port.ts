import { Parts } from '../core/parts.js';
import type { Status, StatusSet } from './status.js';

/** The statuses of projects, in the order of positions. */
export abstract class Statuses extends Parts<Status> {
  /** The statuses of a project, or of the tenant for tasks without one. */
  abstract setOf(projectId: string | null): Promise<StatusSet>;

  /** Stores those a project starts with; the project's own creation tells of them. */
  abstract addAll(statuses: readonly Status[]): Promise<void>;

  /** True when a task, deleted ones included, is in this status. */
  abstract isUsed(id: string): Promise<boolean>;

  /** Puts every task of one status into another of the same category. */
  abstract replace(id: string, substitute: string): Promise<void>;
}
