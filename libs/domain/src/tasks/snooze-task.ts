import { uses } from '../core/use-case.js';
import type { Task } from './task.js';
import { TaskFamily } from './task-family.service.js';

export class SnoozeTask extends uses({ family: TaskFamily }) {
  run({ id, until }: { id: string; until: Date }): Promise<Task> {
    return this.family.changeAlone(id, (task) => task.snooze(until));
  }
}
