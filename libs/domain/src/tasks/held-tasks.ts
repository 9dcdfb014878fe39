import { notFound } from '../core/errors.js';
import type { Task } from './task.js';
import { TaskDesk } from './task-desk.js';
import { Tasks } from './tasks.port.js';

/** Tasks that something is to be added to or taken from: nobody deletes them before the transaction ends, so none of it is lost. */
export class HeldTasks {
  static needs = [Tasks, TaskDesk] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly desk: TaskDesk,
  ) {}

  /** The task, if its project accepts writes. */
  async writable(id: string): Promise<Task> {
    const task = await this.tasks.hold(id);
    if (!task) throw notFound();
    await this.desk.mustAcceptWrites(task);
    return task;
  }

  /** Makes the task look changed when something was taken away that belonged to it. */
  touch(id: string): Promise<void> {
    return this.tasks.touch(id);
  }
}
