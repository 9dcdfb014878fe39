import type { Page, PageRequest, Rendered } from '../core/page.js';
import { Store } from '../core/store.js';
import type { Status, StatusSet } from './status.js';

export abstract class Statuses extends Store<Status> {
  /** The statuses of a project, or of the tenant for tasks without one. */
  abstract setOf(projectId: string | null): Promise<StatusSet>;

  /** The status of that project as its view shows it; not_found when there is none, or it is another project's. */
  abstract readOf(projectId: string, id: string): Promise<Rendered>;

  /** A page in the order of positions. */
  abstract pageOf(projectId: string, request: PageRequest): Promise<Page>;

  /** Stores those a project starts with; the project's own creation tells of them. */
  abstract addAll(statuses: readonly Status[]): Promise<void>;

  /** True when a task, deleted ones included, is in this status. */
  abstract isUsed(id: string): Promise<boolean>;

  /** Puts every task of one status into another of the same category. */
  abstract replace(id: string, substitute: string): Promise<void>;
}
