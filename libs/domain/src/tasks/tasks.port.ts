import type { List, Rendered } from '../core/page.js';
import type { TenantRecord } from '../core/scope.js';
import { Tree } from '../core/store.js';
import type { LinkedTask, LinkTarget } from './links/task-link.js';
import type { Task } from './task.js';
import type { TaskFilters } from './task-filters.js';

declare module '../core/vocabulary.js' {
  interface Domains {
    tasks: true;
  }
  interface Linkables {
    task: true;
  }
}

/** A task and the visible relatives whose state may follow from its own; each list oldest first. */
export interface Family {
  task: Task;
  openBelow: readonly Task[];
  closedAbove: readonly Task[];
  canceledWith: readonly Task[];
}

export type TimeField = 'snoozedUntil' | 'nextOccurrence';

export abstract class Tasks extends Tree<Task, TaskFilters> {
  /** Finds current and former identifiers, in any letter case, even of deleted or hidden tasks. */
  abstract idOf(identifier: string): Promise<string>;

  /** Like `read`, by current or former identifier, in any letter case. */
  abstract readByIdentifier(identifier: string): Promise<Rendered<Task>>;

  /** Tasks with a link to the record, latest link first; up to 1,000 and 4 MiB. */
  abstract linkedTo(target: LinkTarget): Promise<List<LinkedTask>>;

  /**
   * Locks all tasks that complete, cancel or reopen may change, plus `parentId`, by id; undefined if the caller cannot
   * see both. Call it before any write: a rollback to its savepoint would undo earlier ones.
   */
  abstract lockFamily(id: string, parentId?: string): Promise<Family | undefined>;

  /** The task, then its predecessors, nearest first, up to one not deleted. Some may be hidden: do not show them. */
  abstract lockWithPredecessors(id: string): Promise<Task[]>;

  /** Top first, including hidden subtasks, with the creation times of comments and links; empty when it is deleted. */
  abstract successorTree(id: string): Promise<{ task: Task; addedAt: readonly Date[] }[]>;

  /** True when any later task of its series is not deleted. */
  abstract isFollowed(id: string): Promise<boolean>;

  /** Locks, by id, a task and its subtasks in the same project; returns the task, then the subtasks oldest first. */
  abstract lockWithSubtasks(id: string): Promise<Task[]>;

  /** Lets current identifiers resolve after a move. */
  abstract rememberIdentifiers(ids: readonly string[]): Promise<void>;

  /** A batch of tasks whose time has passed, earliest first. */
  abstract dueAcrossTenants(field: TimeField): Promise<TenantRecord[]>;

  /** Like `changeIfUnlocked`, but stores only `next_occurrence`; `updated_at` is unchanged. */
  abstract changeOccurrence(id: string, rule: (task: Task) => void): Promise<void>;

  /** Sets `updated_at` without an event: a task that lost a link no longer counts as untouched. */
  abstract touch(id: string): Promise<void>;

  abstract nextPositionOutsideProjects(): Promise<number>;
}
