import { uses } from '../core/use-case.js';
import type { Task } from './task.js';
import { TaskFamily } from './task-family.service.js';

/** Includes the subtasks that were canceled with it, and all closed parents. */
export class ReopenTask extends uses({ family: TaskFamily }) {
  run({ id }: { id: string }): Promise<Task> {
    return this.family.change(id, (task, statuses) => task.reopen(statuses));
  }
}
