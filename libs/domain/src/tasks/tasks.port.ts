import type { TenantRecord } from '../core/scope.js';
import { Tree } from '../core/store.js';
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

/** A task with those around it whose state may follow from its own, as far as the caller sees them; each list the oldest first. */
export interface Family {
  task: Task;
  openBelow: readonly Task[];
  closedAbove: readonly Task[];
  /** Canceled by the canceling of the task, at any time. */
  canceledWith: readonly Task[];
}

/** A column with the time at which something is to be done for the task. */
export type TimeField = 'snoozedUntil' | 'nextOccurrence';

export abstract class Tasks extends Tree<Task, TaskFilters> {
  /** The task that has, or once had, this identifier, in any letter case; one that is deleted or hidden from the caller too. */
  abstract idOf(identifier: string): Promise<string>;

  /**
   * Locks every task that complete, cancel or reopen may change, copy or refer to, plus `parentId`, in id order (no deadlocks).
   * Locks nothing when the caller cannot see both: then the answer is undefined. Until it answers, the transaction may read but not
   * write: what it wrote could be undone together with the locks.
   */
  abstract lockFamily(id: string, parentId?: string): Promise<Family | undefined>;

  /**
   * Locks a task that the caller sees, deleted or not, and its predecessors up to the first one not deleted: the task first, then
   * the nearest. The predecessors include hidden tasks: do not show them.
   */
  abstract lockWithPredecessors(id: string): Promise<Task[]>;

  /** The task and all below it, hidden ones too, the highest first, each with when its comments and links were made; none when it is deleted. */
  abstract successorTree(id: string): Promise<{ task: Task; addedAt: readonly Date[] }[]>;

  /** True when a later task of its series is not deleted, however many deleted ones come between. */
  abstract isFollowed(id: string): Promise<boolean>;

  /** Locks a task and those below it that are in its project, in the order of ids; the task first, then the oldest. */
  abstract lockWithSubtasks(id: string): Promise<Task[]>;

  /** Keeps the present identifiers resolving after a move. */
  abstract rememberIdentifiers(ids: readonly string[]): Promise<void>;

  /** Tasks for which that time has come, the earliest first; a limited number at a time. */
  abstract dueAcrossTenants(field: TimeField): Promise<TenantRecord[]>;

  /** Like `changeIfUnlocked`, but it stores `next_occurrence` alone; updated_at stays. */
  abstract changeOccurrence(id: string, rule: (task: Task) => void): Promise<void>;

  /** Sets updated_at without an event, so that a task that lost a link no longer counts as untouched. */
  abstract touch(id: string): Promise<void>;

  /** The next free position among the tasks without a project. */
  abstract nextPositionOutsideProjects(): Promise<number>;
}
