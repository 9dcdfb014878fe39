import { SeriesLine } from './series-line.js';
import type { Task } from './task.js';
import { TaskCopies } from './task-copies.js';
import { datesAt } from './task-dates.js';
import { TaskSeries } from '../recurrence/task-series.js';
import { Tasks } from './tasks.port.js';

/** Makes the task that follows a completed one of a series, with what belongs to it, and takes it back. */
export class TaskSuccession {
  static needs = [Tasks, TaskCopies, SeriesLine] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly copies: TaskCopies,
    private readonly line: SeriesLine,
  ) {}

  /** Makes the promised successor with copies of the open subtasks; where its project takes no more, the series ends. */
  async make(done: Task): Promise<void> {
    const series = TaskSeries.of(done)!;
    const next = series.next(done.completedAt!)!;
    const successor = await this.copies.add(done, datesAt(done, series.day, next), (made) => made.follow(done));
    if (successor) await this.copies.addBelow(done, successor, { days: next.day - series.day, zone: series.zone });
    else await this.tasks.change(done.id, (task) => task.resumeSeries());
  }

  /** Deletes the successor of a task that is open again, if nobody has touched it; copies below it may be hidden from the caller. */
  async undo(task: Task): Promise<Task> {
    const untouched = task.successorId ? await this.tasks.untouchedTree(task.successorId) : undefined;
    for (const id of untouched ?? []) await this.tasks.changeUnseen(id, (one) => one.delete());
    return this.line.settle(task);
  }
}
