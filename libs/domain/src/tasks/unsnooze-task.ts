import type { Task } from './task.js';
import { TaskFamily } from './task-family.service.js';

export class UnsnoozeTask {
  static needs = [TaskFamily] as const;

  constructor(private readonly family: TaskFamily) {}

  run({ id }: { id: string }): Promise<Task> {
    return this.family.changeAlone(id, (task) => task.unsnooze());
  }
}
