import type { Rendered } from '../core/page.js';
import { Store } from '../core/store.js';
import type { Task } from './task.js';

export abstract class Tasks extends Store<Task> {
  /** The task that has, or once had, this identifier; any letter case. */
  abstract readByIdentifier(identifier: string): Promise<Rendered>;

  /** Ids of all tasks below this one that are neither completed nor canceled. */
  abstract openDescendants(id: string): Promise<string[]>;

  /** The open tasks right below this one, the oldest first. */
  abstract openChildren(id: string): Promise<Task[]>;

  /** Ids of the tasks that the cancelling of this one, at that instant, canceled with it. */
  abstract canceledWith(id: string, canceledAt: Date): Promise<string[]>;

  /**
   * Ids of the task and of all below it, if all are as they were when it was made: open, unchanged, without comments and with
   * no more subtasks and links than then. Undefined when one is not, or when there is no such task.
   */
  abstract untouchedTree(id: string): Promise<string[] | undefined>;

  /** True when a task of its series that is not deleted comes after this one, with deleted ones between them or not. */
  abstract isFollowed(id: string): Promise<boolean>;

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

  /** The same as `change` for what the product itself keeps in order, in tasks that the caller does not see too. */
  abstract changeUnseen(id: string, rule: (task: Task) => void): Promise<Task>;

  /** Makes the task look changed when something was taken away that belonged to it. */
  abstract touch(id: string): Promise<void>;

  /** Ids from the task's parent up to the root, deleted and hidden ones too. */
  abstract ancestors(id: string): Promise<string[]>;

  /** Ids of the completed or canceled tasks above this one. */
  abstract closedAncestors(id: string): Promise<string[]>;

  /** Makes others who change who is below whom wait until the transaction ends, so that two changes make no cycle. */
  abstract holdTree(): Promise<void>;

  /** Levels below the task: 0 for a task without children. */
  abstract heightOf(id: string): Promise<number>;

  /** The next free position among the tasks without a project. */
  abstract nextPositionOutsideProjects(): Promise<number>;

  /** Takes back the deletion of a task deleted within the last 30 days, unless the rule throws; one that is not deleted stays as it is. */
  abstract restore(id: string, rule: (task: Task) => void): Promise<Task>;
}
