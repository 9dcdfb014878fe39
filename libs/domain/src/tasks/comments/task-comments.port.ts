import type { Rendered } from '../../core/page.js';
import { Store } from '../../core/store.js';
import type { TaskComment } from './task-comment.js';

export abstract class TaskComments extends Store<TaskComment> {
  /** The comment of that task as its view shows it; not_found when there is none, or it is another task's. */
  abstract readOf(taskId: string, id: string): Promise<Rendered>;
}
