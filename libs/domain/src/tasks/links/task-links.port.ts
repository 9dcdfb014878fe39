import type { Rendered } from '../../core/page.js';
import { Parts } from '../../core/store.js';
import type { LinkTarget, TaskLink } from './task-link.js';

export abstract class TaskLinks extends Parts<TaskLink> {
  /** Stores the link, or answers the same one that is there already, marked `alreadyThere`; safe when two do it at once. */
  abstract addOnce(link: TaskLink): Promise<TaskLink>;

  /** Locks every link to the record, each with the project its task is in now; the oldest first. */
  abstract lockTo(target: LinkTarget): Promise<TaskLink[]>;

  /** Which of the tasks have a link to the record. */
  abstract tasksLinkedTo(target: LinkTarget, among: readonly string[]): Promise<Set<string>>;

  /** Deletes locked links. */
  abstract removeAll(links: readonly TaskLink[]): Promise<void>;

  /** What a link leads to that `pageOf` answered. */
  abstract targetOf(link: Rendered): LinkTarget;

  /** All links of the tasks, the oldest first. */
  abstract allOf(taskIds: readonly string[]): Promise<TaskLink[]>;
}
