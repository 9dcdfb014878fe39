import type { Task } from './task.js';
import { TaskDesk, type TaskRule } from './task-desk.js';
import { TaskSuccession } from './task-succession.js';
import { Tasks } from './tasks.port.js';

/** Carries what a rule did to a task on: a cancelling to those below, a reopening to those above too, either to its successor. */
export class TaskFamily {
  static needs = [Tasks, TaskDesk, TaskSuccession] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly desk: TaskDesk,
    private readonly succession: TaskSuccession,
  ) {}

  async change(id: string, rule: TaskRule): Promise<Task> {
    await this.tasks.lockFamily(id);
    let was = { isClosed: false, canceledAt: null as Date | null, successorId: null as string | null };
    const task = await this.desk.change(id, (found, statuses) => {
      was = { isClosed: found.isClosed, canceledAt: found.canceledAt, successorId: found.successorId };
      rule(found, statuses);
    });
    if (task.successorId && !was.successorId) await this.succession.make(task);
    if (task.canceledAt && !was.canceledAt) await this.cancelBelow(id);
    if (task.isClosed || !was.isClosed) return task;
    await this.reopenAround(id, was.canceledAt);
    return this.succession.undo(task);
  }

  private async cancelBelow(id: string): Promise<void> {
    for (const child of await this.tasks.openDescendants(id))
      await this.desk.change(child, (found, statuses) => found.cancel(statuses, id));
  }

  private async reopenAround(id: string, canceledAt: Date | null): Promise<void> {
    const below = canceledAt ? await this.tasks.canceledWith(id, canceledAt) : [];
    for (const other of [...below, ...(await this.tasks.closedAncestors(id))])
      await this.succession.undo(await this.desk.change(other, (found, statuses) => found.reopen(statuses)));
  }
}
