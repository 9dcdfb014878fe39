import { uses } from '../core/use-case.js';
import type { Task } from './task.js';
import { TaskFamily } from './task-family.service.js';

/** Completes a task; with `cascade` also the open tasks below it, whose series end. */
export class CompleteTask extends uses({ family: TaskFamily }) {
  run({ id, cascade = false }: { id: string; cascade?: boolean }): Promise<Task> {
    return this.family.change(id, (task, statuses) => task.complete(statuses), { cascade });
  }
}
