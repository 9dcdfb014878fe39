import { clock } from '../core/clock.js';
import { conflict } from '../core/errors.js';
import { newId } from '../core/id.js';
import { type Recurring, Series } from '../recurrence/series.js';
import { datesAt, type TaskDates } from './task-dates.js';

/** What a task has of its series, beside rule and dates. */
export interface InSeries extends Recurring, TaskDates {
  id: string;
  readonly isClosed: boolean;
  updatedAt: Date;
  /** When the successor of an open task would be due. */
  nextOccurrence: Date | null;
  /** The completed task that this one was made to follow. */
  recursFrom: string | null;
  /** The task that was made to follow this one. */
  successorId: string | null;
}

/** The rules on the series of a recurring task: where it starts, and the tasks before and after it. */
export class TaskSeries {
  constructor(private readonly task: InSeries) {}

  /** Recomputes `nextOccurrence`; null while the task is closed or once a successor exists. */
  expectNext(): void {
    const isAwaited = !this.task.isClosed && !this.task.successorId;
    this.task.nextOccurrence = (isAwaited && Series.of(this.task)?.next(clock.now())?.at) || null;
  }

  /** Finds again where the series starts, once rule or dates may have changed. */
  restart(before: Recurring): void {
    Object.assign(this.task, startOf(before, this.task));
    this.expectNext();
  }

  /** Moves the task to its next occurrence. */
  advance(): void {
    const series = Series.of(this.task)!;
    const next = this.task.successorId ? undefined : series.next(clock.now());
    if (!next) throw conflict('series_ended', 'The series of this task has no further occurrence.');
    Object.assign(this.task, datesAt(this.task, series.day, next));
    this.expectNext();
  }

  /** Makes this the task after a completed one. */
  follow(done: InSeries): void {
    this.task.id = done.successorId!;
    this.task.recursFrom = done.id;
    this.task.rrule = done.rrule;
    this.task.seriesStart = done.seriesStart;
    this.task.seriesBefore = done.seriesBefore;
    this.expectNext();
  }

  /** Begins the series of this copy of `original` below a copied parent; it takes the parent's time, by which `isUntouched` knows it. */
  beginBelow(parent: InSeries, original: InSeries): void {
    this.task.createdAt = parent.createdAt;
    this.task.updatedAt = parent.createdAt;
    this.task.rrule = original.rrule;
    this.task.seriesStart = Series.of(this.task)?.begin() ?? null;
    this.expectNext();
  }

  /** True while nobody has worked with this copy: it is open, unchanged, and all of its parts were made with the successor `top`. */
  isUntouched(top: InSeries, addedAt: readonly Date[]): boolean {
    const times = [this.task.createdAt, this.task.updatedAt, ...addedAt];
    return !this.task.isClosed && times.every((time) => time.getTime() === top.createdAt.getTime());
  }

  /** Reserves the id of the successor; false when the series does not go on. */
  promiseSuccessor(completedAt: Date): boolean {
    if (this.task.successorId || !Series.of(this.task)?.next(completedAt)) return false;
    this.task.successorId = newId();
    return true;
  }

  /** Refuses to come back when the series went on without the task; `predecessors` begin with the nearest. */
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

/**
 * Where the series of a changed task starts. A new rule starts a new series. Moving the task moves its later occurrences too,
 * unless the rule names its own start; earlier occurrences still count towards COUNT.
 */
function startOf(before: Recurring, after: Recurring): Pick<Recurring, 'seriesStart' | 'seriesBefore'> {
  const moved = Series.of({ ...after, seriesStart: null, seriesBefore: 0 });
  if (!moved) return { seriesStart: null, seriesBefore: 0 };
  if (before.rrule !== after.rrule) {
    moved.mustOccur(clock.now());
    return { seriesStart: moved.begin(), seriesBefore: 0 };
  }
  if (dateOf(before) === dateOf(after)) return { seriesStart: after.seriesStart, seriesBefore: after.seriesBefore };
  return { seriesStart: moved.begin(), seriesBefore: moved.hasStart ? 0 : Series.of(before)!.before };
}

const dateOf = ({ dueAt, dueDate, startDate }: Recurring) => dueAt?.toISOString() ?? dueDate ?? startDate;
