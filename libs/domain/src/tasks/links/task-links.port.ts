import { Parts } from '../../core/store.js';
import type { LinkTarget, TaskLink } from './task-link.js';

export abstract class TaskLinks extends Parts<TaskLink> {
  /** Stores the link, or answers the same one that is there already, marked `alreadyThere`; safe when two do it at once. */
  abstract addOnce(link: TaskLink): Promise<TaskLink>;

  /**
   * Points every link from one record to another, except where the task has a link to that other already. Each is told as the
   * end of one link and the beginning of another.
   */
  abstract redirect(from: LinkTarget, toId: string): Promise<void>;

  /** All links of the task, the oldest first. */
  abstract allOf(taskId: string): Promise<TaskLink[]>;
}
