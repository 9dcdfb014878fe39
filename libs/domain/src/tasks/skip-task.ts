import { uses } from '../core/use-case.js';
import type { Task } from './task.js';
import { TaskFamily } from './task-family.service.js';

export class SkipTask extends uses({ family: TaskFamily }) {
  run({ id }: { id: string }): Promise<Task> {
    return this.family.changeAlone(id, (task) => task.skip());
  }
}
