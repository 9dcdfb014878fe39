import { missing, orNotFound } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import { needing } from '../core/use-case.js';
import { Projects, Statuses } from '../projects/projects.port.js';
import type { StatusSet } from '../projects/status.js';
import type { Task } from './task.js';
import type { StateChange } from './task-fields.js';
import { TaskSuccession } from './task-succession.service.js';
import { type Family, Tasks } from './tasks.port.js';

export type TaskRule = (task: Task, statuses: StatusSet) => StateChange | void;

/** Changes a task (refused in an archived project) and carries a change of state to subtasks, parents and the series. */
export class TaskFamily extends needing({
  transaction: Transaction,
  tasks: Tasks,
  projects: Projects,
  statuses: Statuses,
  succession: TaskSuccession,
}) {
  /** Use when the state may change; with `cascade` the open tasks below are completed in any case. */
  change(id: string, rule: TaskRule, { cascade = false } = {}): Promise<Task> {
    return this.transaction.run(async () => {
      const family = orNotFound(await this.tasks.lockFamily(id));
      const { task, openBelow } = family;
      const [stateChange] = await this.apply([task], rule);
      if (stateChange?.to === 'completed' && stateChange.promisesSuccessor) await this.succession.make(task, openBelow);
      if (stateChange?.to === 'canceled') await this.apply(openBelow, (child, statuses) => child.cancel(statuses, id));
      if (cascade) await this.apply(openBelow, (child, statuses) => child.complete(statuses, { endsSeries: true }));
      return stateChange?.to === 'reopened' ? this.reopenAround(family, stateChange.canceledAt) : task;
    });
  }

  /** Use when the state cannot change: locks this task alone. */
  changeAlone(id: string, rule: TaskRule): Promise<Task> {
    return this.transaction.run(async () => {
      const task = await this.tasks.lock(id);
      await this.apply([task], rule);
      return task;
    });
  }

  /** Reopens the tasks that were canceled together with this one, and the closed ones above. */
  private async reopenAround({ task, canceledWith, closedAbove }: Family, since: Date | null): Promise<Task> {
    const together = canceledWith.filter(({ canceledAt }) => since && canceledAt! >= since);
    const around = [...together, ...closedAbove];
    await this.apply(around, (other, statuses) => other.reopen(statuses));
    for (const other of around) await this.succession.takeBack(other);
    return this.succession.takeBack(task);
  }

  /** Applies a rule to locked tasks, and stores the results. */
  private async apply(tasks: readonly Task[], rule: TaskRule): Promise<(StateChange | void)[]> {
    const homes = await this.projects.homesOf(tasks.map(({ projectId }) => projectId));
    const before = tasks.map(({ statusId }) => statusId);
    const stateChanges = tasks.map((task) => {
      const { project, statuses } = homes.get(task.projectId)!;
      project?.mustAcceptWrites();
      return rule(task, statuses);
    });
    await this.tasks.saveAll(tasks);
    await this.holdStatuses(tasks.filter(({ statusId }, index) => statusId !== before[index]));
    return stateChanges;
  }

  /** A status that a task came into may be taken away, or change its category, no more; those of no project stay anyway. */
  private async holdStatuses(tasks: readonly Task[]): Promise<void> {
    const entered = new Map(tasks.filter(({ projectId }) => projectId).map((task) => [task.statusId!, task]));
    for (const [id, { statusCategory }] of entered)
      if ((await this.statuses.hold(id))?.category !== statusCategory) throw missing('status_id');
  }
}
