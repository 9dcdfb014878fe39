import { Parts } from '../../core/store.js';
import type { LinkTarget, TaskLink } from './task-link.js';

export abstract class TaskLinks extends Parts<TaskLink> {
  /** Stores the link, or answers the same one that is there already, marked so; safe when two do it at once. */
  abstract addOnce(link: TaskLink): Promise<TaskLink>;

  /**
   * Every link to a record leads to another one from now on, where a task has no link to that one already. Each is told of as
   * the end of the one link and the beginning of the other.
   */
  abstract lead(from: LinkTarget, toId: string): Promise<void>;

  /** All links of the task, the oldest first. */
  abstract allOf(taskId: string): Promise<TaskLink[]>;

  /** The link of that task; undefined when there is none, or it is another task's. */
  abstract findOf(taskId: string, id: string): Promise<TaskLink | undefined>;
}
