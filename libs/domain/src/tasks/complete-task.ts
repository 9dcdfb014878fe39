import { uses } from '../core/use-case.js';
import type { Task } from './task.js';
import { TaskFamily } from './task-family.service.js';

/** With `cascade`, also completes open subtasks and ends their series. */
export class CompleteTask extends uses({ family: TaskFamily }) {
  run({ id, cascade = false }: { id: string; cascade?: boolean }): Promise<Task> {
    return this.family.change(id, (task, statuses) => task.complete(statuses), { cascade });
  }
}
