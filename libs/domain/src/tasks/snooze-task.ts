import type { Task } from './task.js';
import { TaskFamily } from './task-family.service.js';

export class SnoozeTask {
  static needs = [TaskFamily] as const;

  constructor(private readonly family: TaskFamily) {}

  run({ id, until }: { id: string; until: Date }): Promise<Task> {
    return this.family.changeAlone(id, (task) => task.snooze(until));
  }
}
