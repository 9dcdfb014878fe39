import { clock } from '../core/clock.js';
import { Entity } from '../core/entity.js';
import { conflict, Faults, notFound } from '../core/errors.js';
import { positionOf } from '../core/position.js';
import { mustBeRestorable } from '../core/restorable.js';
import type { TaskProject } from '../projects/projects.port.js';
import type { StatusCategory } from '../projects/status.js';
import type { TaskStatus, TaskStatuses } from '../projects/task-statuses.js';
import { withLabel } from './labels/task-labels.js';
import { dueInTenant, expectOneDue, judgeSnooze } from './task-dates.js';
import type { Priority, TaskFields, TaskState } from './task-fields.js';
import { TaskSeries } from './task-series.js';

export type StateChange =
  | { to: 'completed'; promisesSuccessor: boolean }
  | { to: 'canceled' }
  | { to: 'reopened'; canceledAt: Date | null }
  | undefined;

/** Status category, `completed_at` and `canceled_at` always agree. */
export class Task extends Entity {
  static readonly resourceType = 'task';
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
  /** `dueAt`, or the end of `dueDate` in the zone of the tenant. */
  due: Date | null = null;
  deadline: string | null = null;
  startDate: string | null = null;
  rrule: string | null = null;
  nextOccurrence: Date | null = null;
  seriesStart: string | null = null;
  /** Number of occurrences before `seriesStart`, for COUNT. */
  seriesBefore = 0;
  recursFrom: string | null = null;
  successorId: string | null = null;
  estimationMinutes: number | null = null;
  timeSpentMinutes: number | null = null;
  labelIds: readonly string[] = [];
  /** The parent whose cancellation canceled this task. */
  canceledWith: string | null = null;
  /** Set on a change of status; `TaskFamily` locks the new one against deletion. */
  enteredStatus: TaskStatus | undefined;

  constructor(fields: TaskFields & { title: string }, destination: TaskProject, creatorId: string | null) {
    super();
    this.assign({ position: destination.position });
    this.placeIn(destination);
    this.setStatus(destination.statuses.default);
    this.creatorId = creatorId;
    this.record('created');
    this.take(fields, destination.statuses);
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

  get state(): TaskState {
    if (this.completedAt) return 'completed';
    return this.canceledAt ? 'canceled' : 'open';
  }

  get isSnoozed(): boolean {
    return this.snoozedUntil !== null && this.snoozedUntil > clock.now();
  }

  /** The snooze has ended, but the task has not been woken. */
  get isSnoozeOver(): boolean {
    return !this.deletedAt && this.snoozedUntil !== null && !this.isSnoozed;
  }

  get isOccurrenceOver(): boolean {
    return !this.deletedAt && this.nextOccurrence !== null && this.nextOccurrence <= clock.now();
  }

  update(fields: TaskFields, statuses: TaskStatuses): StateChange {
    const stateChange = this.take(this.patched(fields), statuses);
    this.recordChange();
    return stateChange;
  }

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

  skip(): void {
    if (!this.rrule) throw conflict('task_not_recurring', 'This task does not recur: it has no rrule.');
    this.mustBeOpen();
    this.series.advance();
    this.due = dueInTenant(this);
    this.recordChange();
  }

  resumeSeries(): void {
    this.successorId = null;
    this.series.expectNext();
    this.recordChange();
  }

  rollOccurrence(): void {
    if (this.isOccurrenceOver) this.series.expectNext();
  }

  moveTo(other: TaskProject): void {
    this.placeIn(other);
    this.setStatus(other.statuses.counterpart(this.statusCategory));
    this.recordChange();
  }

  addLabel(id: string): void {
    this.labelIds = withLabel(this.labelIds, id);
    this.recordChange();
  }

  removeLabel(id: string): void {
    if (!this.labelIds.includes(id)) throw notFound();
    this.leaveLabel(id);
  }

  leaveLabel(id: string): void {
    this.labelIds = this.labelIds.filter((other) => other !== id);
    this.recordConsequence();
  }

  leaveSection(): void {
    this.sectionId = null;
    this.recordConsequence();
  }

  leaveParent(): void {
    this.parentId = null;
    this.recordConsequence();
  }

  renumberFor(projectIdentifier: string): void {
    this.identifier = this.identifier!.replace(/^.*-/, `${projectIdentifier}-`);
    this.recordConsequence();
  }

  /** Called when its status is deleted: moves to another of the same category, so that its state is unchanged. */
  leaveStatus(statuses: TaskStatuses): void {
    this.statusId = statuses.substituteFor(this.statusId!).id;
    this.recordConsequence();
  }

  delete(): void {
    this.deletedAt = clock.now();
    this.record('deleted');
  }

  /** Possible for 30 days, unless the series has continued; `predecessors` start with the nearest. */
  restore(predecessors: readonly Task[] = []): void {
    mustBeRestorable(this);
    this.series.mustFollow(predecessors);
    if (!this.deletedAt) return;
    this.deletedAt = null;
    this.recordChange();
  }

  private mustBeOpen(): void {
    if (this.completedAt) throw conflict('task_completed', 'This task is completed; reopen it first.');
    if (this.canceledAt) throw conflict('task_canceled', 'This task is canceled; reopen it first.');
  }

  /** Clears the section; a project assigns an identifier and the last position, which a task outside projects keeps. */
  private placeIn({ project, number }: TaskProject): void {
    project?.mustAcceptWrites();
    this.projectId = project?.id ?? null;
    this.sectionId = null;
    this.identifier = project && `${project.identifier}-${number}`;
    if (project) this.position = positionOf(number!);
  }

  /** Deleted tasks change too, so that they can be restored, but without an event. */
  private recordConsequence(): void {
    if (!this.deletedAt) this.recordChange();
  }

  private take({ statusId, labelIds, ...fields }: TaskFields, statuses: TaskStatuses): StateChange {
    const before = { ...this };
    this.assign({ ...fields, labelIds: labelIds && [...new Set(labelIds)] });
    const status = statusId === null ? statuses.default : statuses.byId(statusId);
    const faults = new Faults();
    if (statusId && !status) faults.missing('status_id');
    expectOneDue(this, faults).throwIfAny();
    this.due = dueInTenant(this);
    this.series.restart(before);
    if (!status) return undefined;
    const stateChange = this.actLike(status, statuses);
    this.setStatus(status);
    return stateChange;
  }

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
