import { uses } from '../core/use-case.js';
import type { Task } from './task.js';
import { TaskFamily } from './task-family.service.js';

/** Includes all open subtasks. */
export class CancelTask extends uses({ family: TaskFamily }) {
  run({ id }: { id: string }): Promise<Task> {
    return this.family.change(id, (task, statuses) => task.cancel(statuses));
  }
}
