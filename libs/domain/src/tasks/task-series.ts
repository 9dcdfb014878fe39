import { clock } from '../core/clock.js';
import { conflict } from '../core/errors.js';
import { newId } from '../core/id.js';
import { type Recurring, Series } from '../recurrence/series.js';
import { datesAt, type TaskDates } from './task-dates.js';

export interface InSeries extends Recurring, TaskDates {
  id: string;
  readonly isClosed: boolean;
  updatedAt: Date;
  nextOccurrence: Date | null;
  recursFrom: string | null;
  successorId: string | null;
}

export class TaskSeries {
  constructor(private readonly task: InSeries) {}

  /** Null when the task is closed or has a successor. */
  expectNext(): void {
    const isAwaited = !this.task.isClosed && !this.task.successorId;
    this.task.nextOccurrence = (isAwaited && Series.of(this.task)?.next(clock.now())?.at) || null;
  }

  restart(before: Recurring): void {
    Object.assign(this.task, startOf(before, this.task));
    this.expectNext();
  }

  advance(): void {
    const series = Series.of(this.task)!;
    const next = this.task.successorId ? undefined : series.next(clock.now());
    if (!next) throw conflict('series_ended', 'The series of this task has no further occurrence.');
    Object.assign(this.task, datesAt(this.task, series.day, next));
    this.expectNext();
  }

  follow(done: InSeries): void {
    this.task.id = done.successorId!;
    this.task.recursFrom = done.id;
    this.task.rrule = done.rrule;
    this.task.seriesStart = done.seriesStart;
    this.task.seriesBefore = done.seriesBefore;
    this.expectNext();
  }

  /** Shares the creation time of the copied parent, so that `isUntouched` can recognize the copy. */
  startBelow(parent: InSeries, original: InSeries): void {
    this.task.createdAt = parent.createdAt;
    this.task.updatedAt = parent.createdAt;
    this.task.rrule = original.rrule;
    this.task.seriesStart = Series.of(this.task)?.initialStart() ?? null;
    this.expectNext();
  }

  /** True while this copy is open and unchanged, and everything in it was created with the successor `top`. */
  isUntouched(top: InSeries, addedAt: readonly Date[]): boolean {
    const times = [this.task.createdAt, this.task.updatedAt, ...addedAt];
    return !this.task.isClosed && times.every((time) => time.getTime() === top.createdAt.getTime());
  }

  /** Reserves the id of the successor; false when the series ends. */
  promiseSuccessor(completedAt: Date): boolean {
    if (this.task.successorId || !Series.of(this.task)?.next(completedAt)) return false;
    this.task.successorId = newId();
    return true;
  }

  /** Refuses to restore a task without which its series has continued; `predecessors` start with the nearest. */
  mustFollow(predecessors: readonly InSeries[]): void {
    const isNext = ({ successorId }: InSeries, index: number) =>
      successorId === (predecessors[index - 1] ?? this.task).id;
    if (!predecessors.every(isNext))
      throw conflict(
        'series_continues_elsewhere',
        'The series goes on without this task: a task before it was reopened.',
      );
  }
}

/** New dates also shift later occurrences unless the rule has its own start; earlier ones still count towards COUNT. */
function startOf(before: Recurring, after: Recurring): Pick<Recurring, 'seriesStart' | 'seriesBefore'> {
  const moved = Series.of({ ...after, seriesStart: null, seriesBefore: 0 });
  if (!moved) return { seriesStart: null, seriesBefore: 0 };
  if (before.rrule !== after.rrule) {
    moved.mustOccur(clock.now());
    return { seriesStart: moved.initialStart(), seriesBefore: 0 };
  }
  if (dateOf(before) === dateOf(after)) return { seriesStart: after.seriesStart, seriesBefore: after.seriesBefore };
  return { seriesStart: moved.initialStart(), seriesBefore: moved.hasStart ? 0 : Series.of(before)!.before };
}

const dateOf = ({ dueAt, dueDate, startDate }: Recurring) => dueAt?.toISOString() ?? dueDate ?? startDate;
