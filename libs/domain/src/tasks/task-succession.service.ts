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

/** Creates and takes back the next task of a series. A series has one current task, the same for every caller. */
export class TaskSuccession extends uses({
  tasks: Tasks,
  projects: Projects,
  placement: TaskPlacement,
  linking: TaskLinking,
}) {
  /**
   * Creates the promised successor, with copies of the open subtasks, which the caller has locked. Refused, and the completion with
   * it, where the project was archived after the task was read.
   */
  async make(done: Task, open: readonly Task[]): Promise<void> {
    await this.linking.lockTargets([done, ...open]);
    const series = Series.of(done)!;
    const next: Occurrence = series.next(done.completedAt!)!;
    const successor = await this.copy(done, datesAt(done, series.day, next), (made) => made.series.follow(done));
    const later = (dates: TaskDates) => shiftDates(dates, next.day - series.day, series.zone);
    await this.copyBelow(done, successor, { open, later });
  }

  /** Deletes the successor of a reopened task if nobody has touched it, and the copies below it, also those hidden from the caller. */
  async takeBack(task: Task): Promise<Task> {
    const tree = task.successorId ? await this.tasks.successorTree(task.successorId) : [];
    if (tree.every((copy) => copy.task.series.isUntouched(tree[0]!.task, copy.addedAt))) {
      for (const copy of tree) copy.task.delete();
      await this.tasks.saveAll(tree.map((copy) => copy.task));
    }
    return this.resumeUnlessFollowed(task);
  }

  /** If no task follows this open one, it is the current task again. */
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
      const below = await this.copy(child, own, (made) => made.series.beginBelow(copy, child));
      await this.copyBelow(child, below, like);
    }
  }

  /** A subtask may be in another project than the task above it. */
  private async isInArchivedProject({ projectId }: Task): Promise<boolean> {
    if (!projectId) return false;
    const project = await asConsequence(() => this.projects.find(projectId));
    return project?.isArchived ?? false;
  }

  /** A new task like another one, with the same links. */
  private async copy(
    original: Task,
    own: TaskDates & { parentId?: string },
    rule: (copy: Task) => void,
  ): Promise<Task> {
    const [admitted] = await this.placement.admit(original.projectId, 1);
    const into = orNotFound(admitted);
    const copy = new Task({ ...copiedFields(original), ...own }, into, original.creatorId);
    rule(copy);
    await this.tasks.add(copy);
    await this.linking.copy(original, copy);
    return copy;
  }
}

/** What a copy does not take over as it is: it has its own state, position, dates and series. */
type OwnFields = keyof TaskDates | 'statusId' | 'position' | 'rrule' | 'timeSpentMinutes';

/** All else that can be said about a task; the type refuses to leave a field out. */
const copiedFields = (task: Task): Required<Omit<TaskFields, OwnFields>> => {
  const { title, description, priority, metadata, assigneeId, parentId, sectionId, estimationMinutes } = task;
  return { title, description, priority, metadata, assigneeId, parentId, sectionId, estimationMinutes };
};
