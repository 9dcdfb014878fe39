import { orNotFound } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import { uses } from '../core/use-case.js';
import { Projects, Statuses, type TaskProject } from '../projects/projects.port.js';
import type { TaskStatuses } from '../projects/task-statuses.js';
import type { StateChange, Task } from './task.js';
import { TaskSuccession } from './task-succession.service.js';
import { type Family, Tasks } from './tasks.port.js';

type TaskProjects = ReadonlyMap<string | null, TaskProject>;

export type TaskRule = (task: Task, statuses: TaskStatuses) => StateChange | void;

/** Changes a task outside archived projects and carries its state over to subtasks, parents and the series. */
export class TaskFamily extends uses({
  transaction: Transaction,
  tasks: Tasks,
  projects: Projects,
  statuses: Statuses,
  succession: TaskSuccession,
}) {
  /** `cascade` also completes open subtasks, even if the task itself was already completed. */
  change(id: string, rule: TaskRule, { cascade = false } = {}): Promise<Task> {
    return this.transaction.run(async () => {
      const { family, projects } = await this.lock(id);
      const { task, openBelow } = family;
      const [stateChange] = await this.apply([task], rule, projects);
      if (stateChange?.to === 'completed' && stateChange.promisesSuccessor) await this.succession.make(task, openBelow);
      if (stateChange?.to === 'canceled')
        await this.apply(openBelow, (child, statuses) => child.cancel(statuses, id), projects);
      if (cascade)
        await this.apply(openBelow, (child, statuses) => child.complete(statuses, { endsSeries: true }), projects);
      const changed =
        stateChange?.to === 'reopened' ? await this.reopenAround(family, stateChange.canceledAt, projects) : task;
      await this.keepEntered(all(family));
      return changed;
    });
  }

  /** For changes that cannot affect the state: locks this task alone. */
  changeAlone(id: string, rule: TaskRule): Promise<Task> {
    return this.transaction.run(async () => {
      const [task, own] = await Promise.all([this.tasks.lock(id), this.projects.ofTasks([id])]);
      await this.apply([task], rule, byProject(own));
      return task;
    });
  }

  private async lock(id: string): Promise<{ family: Family; projects: TaskProjects }> {
    const family = orNotFound(await this.tasks.lockFamily(id));
    const projects = await this.projects.ofTasks(all(family).map((task) => task.id));
    return { family, projects: byProject(projects) };
  }

  private async reopenAround({ task, canceledWith, closedAbove }: Family, since: Date | null, projects: TaskProjects) {
    const together = canceledWith.filter(({ canceledAt }) => since && canceledAt! >= since);
    const around = [...together, ...closedAbove];
    await this.apply(around, (other, statuses) => other.reopen(statuses), projects);
    for (const other of around) await this.succession.takeBack(other);
    return this.succession.takeBack(task);
  }

  private async apply(tasks: readonly Task[], rule: TaskRule, projects: TaskProjects) {
    const stateChanges = tasks.map((task) => {
      const { project, statuses } = projects.get(task.projectId)!;
      project?.mustAcceptWrites();
      return rule(task, statuses);
    });
    await this.tasks.saveAll(tasks);
    return stateChanges;
  }

  /** Locks newly assigned statuses against deletion. Lock order: tasks, then projects, then statuses. */
  private async keepEntered(tasks: readonly Task[]): Promise<void> {
    // Statuses of tasks without a project cannot be deleted.
    for (const status of new Set(tasks.map(({ enteredStatus }) => enteredStatus)))
      if (status?.projectId) await this.statuses.lockCategory(status);
  }
}

const all = ({ task, openBelow, closedAbove, canceledWith }: Family) => [
  task,
  ...openBelow,
  ...closedAbove,
  ...canceledWith,
];

const byProject = (projects: readonly TaskProject[]): TaskProjects =>
  new Map(projects.map((one) => [one.project?.id ?? null, one]));
