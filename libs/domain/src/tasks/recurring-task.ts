import { clock } from '../core/clock.js';
import { conflict } from '../core/errors.js';
import { newId } from '../core/id.js';
import { type Recurring, Series } from '../recurrence/series.js';
import { PlacedTask } from './placed-task.js';
import { datesAt, dueInstant } from './task-dates.js';

/** The recurrence part of a task: rule, where its series starts, and the tasks before and after it. */
export abstract class RecurringTask extends PlacedTask {
  dueAt: Date | null = null;
  dueDate: string | null = null;
  deadline: string | null = null;
  startDate: string | null = null;
  rrule: string | null = null;
  /** When the successor of an open task would be due. */
  nextOccurrence: Date | null = null;
  /** Where its series began: a date, or a wall time in the series' zone. */
  seriesStart: string | null = null;
  /** Occurrences of the series before that, for COUNT. */
  seriesBefore = 0;
  /** The completed task that this one was made to follow. */
  recursFrom: string | null = null;
  /** The task that was made to follow this one. */
  successorId: string | null = null;

  abstract get isClosed(): boolean;

  /** It begins or is due at a later time; days are those of UTC, as in lists, which alone ask for it, in SQL. */
  get isPlannedAhead(): boolean {
    const begin = this.startDate === null ? null : new Date(this.startDate);
    return [dueInstant(this, 'UTC'), begin].some((time) => time !== null && time > clock.now());
  }

  /** Its next occurrence is to be computed anew. */
  get isOccurrenceOver(): boolean {
    return !this.deletedAt && this.nextOccurrence !== null && this.nextOccurrence <= clock.now();
  }

  /** Goes to the next occurrence of its series without being completed. */
  skip(): void {
    if (!this.rrule) throw conflict('task_not_recurring', 'This task does not recur: it has no rrule.');
    this.mustBeOpen();
    const series = Series.of(this)!;
    const next = this.successorId ? undefined : series.next(clock.now());
    if (!next) throw conflict('series_ended', 'The series of this task has no further occurrence.');
    this.assign(datesAt(this, series.day, next));
    this.expectNext();
    this.recordChange();
  }

  /** Makes this the task after a completed one in its series. */
  follow(done: RecurringTask): void {
    this.id = done.successorId!;
    this.recursFrom = done.id;
    this.rrule = done.rrule;
    this.seriesStart = done.seriesStart;
    this.seriesBefore = done.seriesBefore;
    this.expectNext();
  }

  /** Begins the series of this copy of `original` below a copied parent; it takes the parent's time, by which `isUntouched` knows it. */
  beginBelow(parent: RecurringTask, original: RecurringTask): void {
    this.createdAt = parent.createdAt;
    this.updatedAt = parent.createdAt;
    this.rrule = original.rrule;
    this.seriesStart = Series.of(this)?.begin() ?? null;
    this.expectNext();
  }

  /** True while nobody has worked with this copy: it is open, unchanged, and all that was added to it was made with the successor `top`. */
  isUntouched(top: RecurringTask, addedAt: readonly Date[]): boolean {
    const times = [this.createdAt, this.updatedAt, ...addedAt];
    return !this.isClosed && times.every((time) => time.getTime() === top.createdAt.getTime());
  }

  /** No successor exists any more: this task is the current one of its series. */
  resumeSeries(): void {
    this.successorId = null;
    this.expectNext();
    this.recordChange();
  }

  /** Recomputes next_occurrence; null while closed or once a successor exists. */
  expectNext(): void {
    const isAwaited = !this.isClosed && !this.successorId;
    this.nextOccurrence = (isAwaited && Series.of(this)?.next(clock.now())?.at) || null;
  }

  rollOccurrence(): void {
    if (this.isOccurrenceOver) this.expectNext();
  }

  protected abstract mustBeOpen(): void;

  /** Reserves the id of the successor; false when the series does not go on. */
  protected promiseSuccessor(completedAt: Date): boolean {
    if (this.successorId || !Series.of(this)?.next(completedAt)) return false;
    this.successorId = newId();
    return true;
  }

  /** Finds anew where the series starts, once rule or dates may have changed. */
  protected takeSeries(before: Recurring): void {
    this.assign(anchorOf(before, this));
    this.expectNext();
  }

  /** Refuses to come back when the series went on without it; `predecessors` begin with the nearest. */
  protected mustFollow(predecessors: readonly RecurringTask[]): void {
    const isLeft = predecessors.some(({ successorId }, index) => successorId !== (predecessors[index - 1] ?? this).id);
    if (isLeft)
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
function anchorOf(before: Recurring, after: Recurring): Pick<Recurring, 'seriesStart' | 'seriesBefore'> {
  const moved = Series.of({ ...after, seriesStart: null, seriesBefore: 0 });
  if (!moved) return { seriesStart: null, seriesBefore: 0 };
  if (before.rrule !== after.rrule) {
    moved.mustOccur(clock.now());
    return { seriesStart: moved.begin(), seriesBefore: 0 };
  }
  if (placeOf(before) === placeOf(after)) return { seriesStart: after.seriesStart, seriesBefore: after.seriesBefore };
  return { seriesStart: moved.begin(), seriesBefore: moved.hasStart ? 0 : Series.of(before)!.before };
}

const placeOf = ({ dueAt, dueDate, startDate }: Recurring) => dueAt?.toISOString() ?? dueDate ?? startDate;
