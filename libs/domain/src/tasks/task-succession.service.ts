import { uses } from '../core/use-case.js';
import { orNotFound } from '../core/errors.js';
import { asConsequence } from '../core/scope.js';
import { Projects } from '../projects/projects.port.js';
import { type Occurrence, Series } from '../recurrence/series.js';
import { TaskLinking } from './links/task-linking.service.js';
import { Task } from './task.js';
import { datesAt, shiftDates, type TaskDates } from './task-dates.js';
import type { TaskFields } from './task-fields.js';
import { TaskPlacement } from './task-placement.service.js';
import { Tasks } from './tasks.port.js';

/** Creates and deletes successors in a series, which has one current task, the same for all callers. */
export class TaskSuccession extends uses({
  tasks: Tasks,
  projects: Projects,
  placement: TaskPlacement,
  linking: TaskLinking,
}) {
  /** Copies the open subtasks, which are locked. Fails if the project was archived after the task was read. */
  async make(done: Task, open: readonly Task[]): Promise<void> {
    await this.linking.lockTargets([done, ...open]);
    const series = Series.of(done)!;
    const next: Occurrence = series.next(done.completedAt!)!;
    const successor = await this.copy(done, datesAt(done, series.day, next), (copy) => copy.series.follow(done));
    const later = (dates: TaskDates) => shiftDates(dates, next.day - series.day, series.zone);
    await this.copyBelow(done, successor, { open, later });
  }

  /** Deletes the untouched successor of a reopened task with its subtasks, including hidden ones. */
  async takeBack(task: Task): Promise<Task> {
    const tree = task.successorId ? await this.tasks.successorTree(task.successorId) : [];
    if (tree.every((copy) => copy.task.series.isUntouched(tree[0]!.task, copy.addedAt))) {
      for (const copy of tree) copy.task.delete();
      await this.tasks.saveAll(tree.map((copy) => copy.task));
    }
    return this.resumeUnlessFollowed(task);
  }

  async resumeUnlessFollowed(task: Task): Promise<Task> {
    if (!task.successorId || task.isClosed || (await this.tasks.isFollowed(task.id))) return task;
    return asConsequence(() => this.tasks.change(task.id, (one) => one.resumeSeries()));
  }

  private async copyBelow(
    original: Task,
    copy: Task,
    like: { open: readonly Task[]; later: (dates: TaskDates) => TaskDates },
  ) {
    for (const child of like.open.filter(({ parentId }) => parentId === original.id)) {
      if (await this.isInArchivedProject(child)) continue;
      const own = { ...like.later(child), parentId: copy.id };
      const below = await this.copy(child, own, (created) => created.series.startBelow(copy, child));
      await this.copyBelow(child, below, like);
    }
  }

  /** A subtask may be in another project than its parent. */
  private async isInArchivedProject({ projectId }: Task): Promise<boolean> {
    if (!projectId) return false;
    const project = await asConsequence(() => this.projects.find(projectId));
    return project?.isArchived ?? false;
  }

  private async copy(
    original: Task,
    own: TaskDates & { parentId?: string },
    rule: (copy: Task) => void,
  ): Promise<Task> {
    const [admitted] = await this.placement.admit(original.projectId, 1);
    const destination = orNotFound(admitted);
    const copy = new Task({ ...copiedFields(original), ...own }, destination, original.creatorId);
    rule(copy);
    await this.tasks.add(copy);
    await this.linking.copy(original, copy);
    return copy;
  }
}

/** Fields that a copy does not inherit, because they depend on its own state, dates and series. */
type OwnFields = keyof TaskDates | 'statusId' | 'position' | 'rrule' | 'timeSpentMinutes';

const copiedFields = (task: Task): Required<Omit<TaskFields, OwnFields>> => {
  const { title, description, priority, metadata, assigneeId, parentId, sectionId, estimationMinutes, labelIds } = task;
  return { title, description, priority, metadata, assigneeId, parentId, sectionId, estimationMinutes, labelIds };
};
