import type { Rendered } from '../core/page.js';
import { Store } from '../core/store.js';
import type { Task } from './task.js';

export abstract class Tasks extends Store<Task> {
  /** The task that has, or once had, this identifier; any letter case. */
  abstract readByIdentifier(identifier: string): Promise<Rendered>;

  /** Ids of all tasks below this one that are neither completed nor canceled, the nearest first. */
  abstract openDescendants(id: string): Promise<string[]>;

  /** Ids of the tasks below this one that its cancelling canceled. */
  abstract canceledWith(id: string): Promise<string[]>;

  /** Ids from the task's parent up to the root. */
  abstract ancestors(id: string): Promise<string[]>;

  /** Levels below the task: 0 for a task without children. */
  abstract heightOf(id: string): Promise<number>;

  /** The next free position among the tasks of a project, in steps of 1,024. */
  abstract nextPosition(projectId: string | null): Promise<number>;

  /** Takes back the deletion of a task deleted within the last 30 days. */
  abstract restore(id: string): Promise<Task>;
}
