import type { Task } from './task.js';
import { TaskDesk, type TaskRule } from './task-desk.js';
import { Tasks } from './tasks.port.js';

/** Carries what a rule did to a task on to its family: a cancelling to those below, a reopening to those above as well. */
export class TaskFamily {
  static needs = [Tasks, TaskDesk] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly desk: TaskDesk,
  ) {}

  async change(id: string, rule: TaskRule): Promise<Task> {
    const was: { isClosed: boolean; canceledAt: Date | null } = { isClosed: false, canceledAt: null };
    const task = await this.desk.change(id, (found, statuses) => {
      Object.assign(was, { isClosed: found.isClosed, canceledAt: found.canceledAt });
      rule(found, statuses);
    });
    if (task.canceledAt && !was.canceledAt) await this.cancelBelow(id);
    if (!task.isClosed && was.isClosed) await this.reopenAround(id, was.canceledAt);
    return task;
  }

  private async cancelBelow(id: string): Promise<void> {
    for (const child of await this.tasks.openDescendants(id))
      await this.desk.change(child, (found, statuses) => found.cancel(statuses, id));
  }

  private async reopenAround(id: string, canceledAt: Date | null): Promise<void> {
    const below = canceledAt ? await this.tasks.canceledWith(id, canceledAt) : [];
    for (const other of [...below, ...(await this.tasks.closedAncestors(id))])
      await this.desk.change(other, (found, statuses) => found.reopen(statuses));
  }
}
