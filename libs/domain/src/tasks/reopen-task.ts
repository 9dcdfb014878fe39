import { uses } from '../core/use-case.js';
import type { Task } from './task.js';
import { TaskFamily } from './task-family.service.js';

/** Reopens a task, the children its cancelling had canceled, and every closed task above it. */
export class ReopenTask extends uses({ family: TaskFamily }) {
  run({ id }: { id: string }): Promise<Task> {
    return this.family.change(id, (task, statuses) => task.reopen(statuses));
  }
}
