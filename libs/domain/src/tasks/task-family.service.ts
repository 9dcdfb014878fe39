import { needing } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { missing } from '../core/errors.js';
import { Projects, Statuses } from '../projects/projects.port.js';
import type { StatusSet } from '../projects/status.js';
import type { Task, StateChange } from './task.js';
import { TaskSuccession } from './task-succession.service.js';
import { Tasks } from './tasks.port.js';

export type TaskRule = (task: Task, statuses: StatusSet) => StateChange | void;

/** Changes a task (refused in an archived project) and carries a change of state to subtasks, parents and the series. */
export class TaskFamily extends needing({
  transaction: Transaction,
  tasks: Tasks,
  projects: Projects,
  statuses: Statuses,
  succession: TaskSuccession,
}) {
  /** Use when the state may change. */
  change(id: string, rule: TaskRule): Promise<Task> {
    return this.transaction.run(async () => {
      await this.tasks.lockFamily(id);
      const { task, stateChange } = await this.apply(await this.tasks.one(id), rule);
      if (stateChange?.to === 'completed' && stateChange.promisesSuccessor) await this.succession.make(task);
      if (stateChange?.to === 'canceled') await this.changeBelow(id, (child, statuses) => child.cancel(statuses, id));
      return stateChange?.to === 'reopened' ? this.reopenAround(task, stateChange.canceledAt) : task;
    });
  }

  /** Use when it cannot. */
  changeAlone(id: string, rule: TaskRule): Promise<Task> {
    return this.transaction.run(async () => (await this.apply(await this.tasks.one(id), rule)).task);
  }

  /** Applies a rule to every open task below one. */
  async changeBelow(id: string, rule: TaskRule): Promise<void> {
    for (const child of await this.tasks.openBelow(id)) await this.apply(child, rule);
  }

  private async reopenAround(task: Task, canceledAt: Date | null): Promise<Task> {
    for (const closed of await this.tasks.closedAround(task.id, canceledAt)) {
      const { task: other } = await this.apply(closed, (found, statuses) => found.reopen(statuses));
      await this.succession.takeBack(other);
    }
    return this.succession.takeBack(task);
  }

  private async apply(
    { id, projectId }: Task,
    rule: TaskRule,
  ): Promise<{ task: Task; stateChange: StateChange | void }> {
    const { project, statuses } = await this.projects.homeOf(projectId);
    project?.mustAcceptWrites();
    let stateChange: StateChange | void;
    let before: string | null = null;
    const task = await this.tasks.change(id, (found) => {
      before = found.statusId;
      stateChange = rule(found, statuses);
    });
    if (task.statusId !== before) await this.holdStatus(task);
    return { task, stateChange };
  }

  /** The status that a task came into may be taken away, or change its category, no more; those of no project stay anyway. */
  private async holdStatus({ projectId, statusId, statusCategory }: Task): Promise<void> {
    if (!projectId) return;
    if ((await this.statuses.hold(statusId!))?.category !== statusCategory) throw missing('status_id');
  }
}
