import type { Task } from './task.js';
import { Tasks } from './tasks.port.js';

export class RestoreTask {
  static needs = [Tasks] as const;

  constructor(private readonly tasks: Tasks) {}

  run({ id }: { id: string }): Promise<Task> {
    return this.tasks.restore(id);
  }
}
