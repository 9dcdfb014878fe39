import { clock } from '../core/clock.js';
import { Entity } from '../core/entity.js';
import { conflict, Faults, notFound } from '../core/errors.js';
import { positionOf } from '../core/position.js';
import type { TaskProject } from '../projects/projects.port.js';
import type { StatusCategory } from '../projects/status.js';
import type { TaskStatus, TaskStatuses } from '../projects/task-statuses.js';
import { dayMillis } from '../core/durations.js';
import { dueInstant, expectOneDue, judgeSnooze } from './task-dates.js';
import type { Priority, TaskFields } from './task-fields.js';
import { TaskSeries } from './task-series.js';

const restorableMillis = 30 * dayMillis;

/** What a change of state asks of other tasks: subtasks, parents, and the next task of the series. */
export type StateChange =
  | { to: 'completed'; promisesSuccessor: boolean }
  | { to: 'canceled' }
  | { to: 'reopened'; canceledAt: Date | null }
  | undefined;

/** One piece of work. Its status category, `completed_at` and `canceled_at` always agree. */
export class Task extends Entity {
  static readonly noun = 'task';
  title!: string;
  description: string | null = null;
  priority: Priority = 'none';
  metadata: unknown = {};
  projectId: string | null = null;
  sectionId: string | null = null;
  parentId: string | null = null;
  identifier: string | null = null;
  position = 0;
  assigneeId: string | null = null;
  creatorId: string | null = null;
  statusId: string | null = null;
  statusCategory: StatusCategory = 'unstarted';
  completedAt: Date | null = null;
  canceledAt: Date | null = null;
  deletedAt: Date | null = null;
  snoozedUntil: Date | null = null;
  dueAt: Date | null = null;
  dueDate: string | null = null;
  deadline: string | null = null;
  startDate: string | null = null;
  rrule: string | null = null;
  nextOccurrence: Date | null = null;
  /** Where its series began: a date, or a wall time in the series' zone. */
  seriesStart: string | null = null;
  /** Occurrences of the series before that, for COUNT. */
  seriesBefore = 0;
  recursFrom: string | null = null;
  successorId: string | null = null;
  estimationMinutes: number | null = null;
  timeSpentMinutes: number | null = null;
  /** The task above that was canceled, and this one with it. */
  canceledWith: string | null = null;
  /** Set when it comes into a status that it was not in, which `TaskFamily` then keeps from going. */
  enteredStatus: TaskStatus | undefined;

  constructor(fields: TaskFields & { title: string }, into: TaskProject, creatorId: string | null) {
    super();
    this.assign({ position: into.position });
    this.placeIn(into);
    this.setStatus(into.statuses.default);
    this.creatorId = creatorId;
    this.record('created');
    this.take(fields, into.statuses);
    // A task created already closed starts no series.
    this.successorId = null;
  }

  override get channels(): string[] {
    return ['tasks', ...this.within('project', this.projectId)];
  }

  get series(): TaskSeries {
    return new TaskSeries(this);
  }

  get isClosed(): boolean {
    return this.completedAt !== null || this.canceledAt !== null;
  }

  /** Hidden from lists that do not ask for such tasks. */
  get isSnoozed(): boolean {
    return this.snoozedUntil !== null && this.snoozedUntil > clock.now();
  }

  /** The time until which it was snoozed has passed, and it has not been woken yet. */
  get isSnoozeOver(): boolean {
    return !this.deletedAt && this.snoozedUntil !== null && !this.isSnoozed;
  }

  /** It begins or is due at a later time; days are those of UTC, as in lists, which alone ask for it, in SQL. */
  get isPlannedAhead(): boolean {
    const begin = this.startDate === null ? null : new Date(this.startDate);
    return [dueInstant(this, 'UTC'), begin].some((time) => time !== null && time > clock.now());
  }

  /** Its next occurrence is to be computed anew. */
  get isOccurrenceOver(): boolean {
    return !this.deletedAt && this.nextOccurrence !== null && this.nextOccurrence <= clock.now();
  }

  update(fields: TaskFields, statuses: TaskStatuses): StateChange {
    const stateChange = this.take(this.patched(fields), statuses);
    this.recordChange();
    return stateChange;
  }

  /** A recurring task gets the id of its successor, unless its series ends with it. */
  complete(statuses: TaskStatuses, { endsSeries = false } = {}): StateChange {
    if (this.completedAt) return undefined;
    this.mustBeOpen();
    this.setStatus(statuses.first('completed'));
    const promisesSuccessor = !endsSeries && this.series.promiseSuccessor(this.completedAt!);
    this.record('completed');
    return { to: 'completed', promisesSuccessor };
  }

  cancel(statuses: TaskStatuses, canceledWith: string | null = null): StateChange {
    if (this.canceledAt) return undefined;
    this.mustBeOpen();
    this.setStatus(statuses.first('canceled'));
    this.canceledWith = canceledWith;
    this.record('canceled');
    return { to: 'canceled' };
  }

  reopen(statuses: TaskStatuses): StateChange {
    if (!this.isClosed) return undefined;
    const { canceledAt } = this;
    this.setStatus(statuses.default);
    this.record('reopened');
    return { to: 'reopened', canceledAt };
  }

  snooze(until: Date): void {
    this.mustBeOpen();
    judgeSnooze(until);
    this.snoozedUntil = until;
    this.record('snoozed');
  }

  unsnooze(): void {
    if (!this.snoozedUntil) return;
    this.snoozedUntil = null;
    this.record('unsnoozed');
  }

  wake(): void {
    if (this.isSnoozeOver) this.unsnooze();
  }

  /** Goes to the next occurrence of its series without being completed. */
  skip(): void {
    if (!this.rrule) throw conflict('task_not_recurring', 'This task does not recur: it has no rrule.');
    this.mustBeOpen();
    this.series.advance();
    this.recordChange();
  }

  /** No successor exists any more: this task is the current one of its series. */
  resumeSeries(): void {
    this.successorId = null;
    this.series.expectNext();
    this.recordChange();
  }

  rollOccurrence(): void {
    if (this.isOccurrenceOver) this.series.expectNext();
  }

  /** Moves to another project, or to none: gets a number there and the matching status. */
  moveTo(other: TaskProject): void {
    this.placeIn(other);
    this.setStatus(other.statuses.counterpart(this.statusCategory));
    this.recordChange();
  }

  /** Its section is taken away. */
  leaveSection(): void {
    this.sectionId = null;
    this.recordConsequence();
  }

  /** The task above it moves to another project without it. */
  leaveParent(): void {
    this.parentId = null;
    this.recordConsequence();
  }

  /** Its project has another identifier now. */
  renumberFor(projectIdentifier: string): void {
    this.identifier = this.identifier!.replace(/^.*-/, `${projectIdentifier}-`);
    this.recordConsequence();
  }

  /** Its status is taken away: it goes to another one of the same category, so that its state stays. */
  leaveStatus(statuses: TaskStatuses): void {
    this.statusId = statuses.substituteFor(this.statusId!).id;
    this.recordConsequence();
  }

  delete(): void {
    this.deletedAt = clock.now();
    this.record('deleted');
  }

  /** Undoes the deletion within 30 days, unless the series went on without it; `predecessors` begin with the nearest. */
  restore(predecessors: readonly Task[] = []): void {
    if (this.deletedAt && this.deletedAt.getTime() < clock.millis() - restorableMillis) throw notFound();
    this.series.mustFollow(predecessors);
    if (!this.deletedAt) return;
    this.deletedAt = null;
    this.recordChange();
  }

  private mustBeOpen(): void {
    if (this.completedAt) throw conflict('task_completed', 'This task is completed; reopen it first.');
    if (this.canceledAt) throw conflict('task_canceled', 'This task is canceled; reopen it first.');
  }

  /** Leaves its section; in a project it gets an identifier and the last position there. One that leaves all projects keeps its position. */
  private placeIn({ project, number }: TaskProject): void {
    project?.mustAcceptWrites();
    this.projectId = project?.id ?? null;
    this.sectionId = null;
    this.identifier = project && `${project.identifier}-${number}`;
    if (project) this.position = positionOf(number!);
  }

  /** For a change that follows from one elsewhere. Deleted tasks change too, so that they fit when they are restored, but nobody is told. */
  private recordConsequence(): void {
    if (!this.deletedAt) this.recordChange();
  }

  private take({ statusId, ...fields }: TaskFields, statuses: TaskStatuses): StateChange {
    const before = { ...this };
    this.assign(fields);
    const status = statusId === null ? statuses.default : statuses.byId(statusId);
    const faults = new Faults();
    if (statusId && !status) faults.missing('status_id');
    expectOneDue(this, faults).throwIfAny();
    this.series.restart(before);
    if (!status) return undefined;
    const stateChange = this.actLike(status, statuses);
    this.setStatus(status);
    return stateChange;
  }

  /** Setting a status follows the same rules as the action its category stands for. */
  private actLike({ category }: TaskStatus, statuses: TaskStatuses): StateChange {
    if (category === 'completed') return this.complete(statuses);
    if (category === 'canceled') return this.cancel(statuses);
    return this.reopen(statuses);
  }

  private setStatus(status: TaskStatus): void {
    if (status.id !== this.statusId) this.enteredStatus = status;
    this.statusId = status.id;
    this.statusCategory = status.category;
    this.completedAt = status.category === 'completed' ? (this.completedAt ?? clock.now()) : null;
    this.canceledAt = status.category === 'canceled' ? (this.canceledAt ?? clock.now()) : null;
    if (!this.canceledAt) this.canceledWith = null;
    if (this.isClosed) this.snoozedUntil = null;
    this.series.expectNext();
  }
}
