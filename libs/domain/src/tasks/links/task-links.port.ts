import type { Rendered } from '../../core/page.js';
import { Parts } from '../../core/store.js';
import type { LinkTarget, TaskLink } from './task-link.js';

export abstract class TaskLinks extends Parts<TaskLink> {
  /** Stores the link or returns the existing one, marked `alreadyThere`; safe under concurrency. */
  abstract addOnce(link: TaskLink): Promise<TaskLink>;

  /** Locks all links to the record, oldest first, with the current projects of their tasks. */
  abstract lockTo(target: LinkTarget): Promise<TaskLink[]>;

  abstract tasksLinkedTo(target: LinkTarget, among: readonly string[]): Promise<Set<string>>;

  /** The links are locked. */
  abstract removeAll(links: readonly TaskLink[]): Promise<void>;

  abstract targetOf(link: Rendered): LinkTarget;

  /** Oldest first. */
  abstract allOf(taskIds: readonly string[]): Promise<TaskLink[]>;
}
