import type { Rendered } from '../core/page.js';
import { Store } from '../core/store.js';
import type { Task } from './task.js';
import type { Priority } from './task-fields.js';

export interface TaskFilters {
  projectId?: string;
  sectionId?: string;
  statusId?: string;
  assigneeId?: string;
  parentId?: string;
  state?: 'open' | 'completed' | 'canceled';
  priority?: Priority;
  dueBefore?: Date;
  dueAfter?: Date;
  updatedAfter?: Date;
  /** Tasks that are snoozed now are left out unless it is true. */
  includeSnoozed?: boolean;
  /** Snoozed now, and awake before that instant. */
  wakesBefore?: Date;
  q?: string;
}

export abstract class Tasks extends Store<Task, TaskFilters> {
  /** The task that has, or once had, this identifier; any letter case. */
  abstract readByIdentifier(identifier: string): Promise<Rendered<Task>>;

  /** All tasks below this one that are neither completed nor canceled, the oldest first. */
  abstract openBelow(id: string): Promise<Task[]>;

  /** The tasks that the cancelling of this one, at that instant, canceled with it, and the closed tasks above it. */
  abstract closedAround(id: string, canceledAt: Date | null): Promise<Task[]>;

  /**
   * Locks all that completing, canceling or reopening the task may change, copy or refer to, and the task it is about to be put
   * below: in an order that is the same for all, so that no two wait for each other. Nothing, where the caller does not see both.
   */
  abstract lockFamily(id: string, parentId?: string | null): Promise<void>;

  /**
   * Locks a task that the caller sees and those before it in its series, back to the first that is not deleted, and answers
   * these, the nearest first: whether the caller sees them or not, so they are not for showing.
   */
  abstract lockPredecessors(id: string): Promise<Task[]>;

  /**
   * Applies the rule to the task and to all below it, seen by the caller or not, if all are as they were when it was made: open,
   * unchanged, without comments and with no more subtasks and links than then. To none of them otherwise.
   */
  abstract changeUntouched(id: string, rule: (task: Task) => void): Promise<void>;

  /**
   * The same as `change`, whether the caller sees the task or not; undefined, and nothing is changed, when a task of its series
   * that is not deleted comes after it, with deleted ones between them or not.
   */
  abstract changeUnfollowed(id: string, rule: (task: Task) => void): Promise<Task | undefined>;

  /** The same as `change`, of a task too that was deleted within the last 30 days. */
  abstract changeRestorable(id: string, rule: (task: Task) => void): Promise<Task>;

  /** Makes the task look changed when something was taken away that belonged to it. */
  abstract touch(id: string): Promise<void>;

  /**
   * How deep a task stands that is below that parent: `line` are the ids from the parent up to the root, deleted and hidden ones
   * too, since they may come back; `height` the levels of living tasks below the task, which if it is new has no id yet.
   */
  abstract nesting(parentId: string, id?: string): Promise<{ line: string[]; height: number }>;

  /** Makes others who change who is below whom wait until the transaction ends, so that two changes make no cycle. */
  abstract holdTree(): Promise<void>;

  /** The next free position among the tasks without a project. */
  abstract nextPositionOutsideProjects(): Promise<number>;

  /** Takes every task out of the section. */
  abstract leaveSection(sectionId: string): Promise<void>;

  /** Puts every task of one status into another one of the same category. */
  abstract changeStatus(fromId: string, toId: string): Promise<void>;

  /** Gives every task of the project the identifier it has by the project's; what they were called goes on resolving. */
  abstract bear(projectId: string, identifier: string): Promise<void>;

  /** How many tasks of the project are not deleted, whether the caller sees them or not; counted to 1,000. */
  abstract living(projectId: string): Promise<number>;

  /** True when a task, deleted ones included, is in this status. */
  abstract areIn(statusId: string): Promise<boolean>;
}
