import type { Task } from './task.js';
import { TaskDesk } from './task-desk.js';
import { Tasks } from './tasks.port.js';

/** The tasks of one series, each made to follow the one before; it stands at one of them, whoever sees which of them. */
export class SeriesLine {
  static needs = [Tasks, TaskDesk] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly desk: TaskDesk,
  ) {}

  /** Where nothing follows an open task any more, the series is at this task again. */
  async settle(task: Task): Promise<Task> {
    if (!task.successorId || task.isClosed || (await this.tasks.isFollowed(task.id))) return task;
    return this.tasks.changeUnseen(task.id, (one) => one.resumeSeries());
  }

  /** The task before this one, locked with it; deleted ones are passed over. */
  async before({ id, recursFrom }: Task): Promise<Task | undefined> {
    const line = recursFrom ? await this.tasks.lockPredecessors(id) : [];
    return line.find(({ deletedAt }) => !deletedAt);
  }

  /** Takes back a deletion, unless the series went on without the task. */
  async restore(id: string): Promise<Task> {
    const line = await this.tasks.lockPredecessors(id);
    const task = await this.tasks.restore(id, (found) => found.mustFollow(line));
    await this.desk.mustAcceptWrites(task);
    return this.settle(task);
  }
}
