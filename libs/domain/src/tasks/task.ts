import { ofProject } from '../core/events/channels.js';
import { Faults } from '../core/errors.js';
import type { TaskProject } from '../projects/projects.port.js';
import type { Status, StatusCategory, StatusSet } from '../projects/status.js';
import { RecurringTask } from './recurring-task.js';
import { expectOneDue, judgeSnooze } from './task-dates.js';
import type { Priority, StateChange, TaskFields } from './task-fields.js';

/** One piece of work. Its status category, `completed_at` and `canceled_at` always agree. */
export class Task extends RecurringTask {
  static readonly noun = 'task';
  title!: string;
  description: string | null = null;
  priority: Priority = 'none';
  metadata: unknown = {};
  assigneeId: string | null = null;
  creatorId: string | null = null;
  statusCategory: StatusCategory = 'unstarted';
  snoozedUntil: Date | null = null;
  estimationMinutes: number | null = null;
  timeSpentMinutes: number | null = null;
  /** The task above that was canceled, and this one with it. */
  canceledWith: string | null = null;

  constructor(fields: TaskFields & { title: string }, into: TaskProject, creatorId: string | null) {
    super();
    this.placeIn(into);
    this.creatorId = creatorId;
    this.setStatus(into.statuses.default);
    this.record('created');
    this.take(fields, into.statuses);
    // A task created already closed starts no series.
    this.successorId = null;
  }

  override get channels(): string[] {
    return ['tasks', ...ofProject(this.projectId)];
  }

  /** Hidden from lists that do not ask for such tasks. */
  get isSnoozed(): boolean {
    return this.snoozedUntil !== null && this.snoozedUntil > new Date();
  }

  /** It is to be woken. */
  get isSnoozeOver(): boolean {
    return !this.deletedAt && this.snoozedUntil !== null && !this.isSnoozed;
  }

  update(fields: TaskFields, statuses: StatusSet): StateChange {
    const stateChange = this.take(this.patched(fields), statuses);
    this.recordChange();
    return stateChange;
  }

  /** A recurring task gets the id of its successor, unless its series ends with it. */
  complete(statuses: StatusSet, { endsSeries = false } = {}): StateChange {
    if (this.completedAt) return undefined;
    this.mustBeOpen();
    this.setStatus(statuses.first('completed'));
    const promisesSuccessor = !endsSeries && this.promiseSuccessor(this.completedAt!);
    this.record('completed');
    return { to: 'completed', promisesSuccessor };
  }

  cancel(statuses: StatusSet, canceledWith: string | null = null): StateChange {
    if (this.canceledAt) return undefined;
    this.mustBeOpen();
    this.setStatus(statuses.first('canceled'));
    this.canceledWith = canceledWith;
    this.record('canceled');
    return { to: 'canceled' };
  }

  reopen(statuses: StatusSet): StateChange {
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

  /** Moves to another project, or to none: gets a number there and the matching status. */
  moveTo(other: TaskProject): void {
    this.placeIn(other);
    this.setStatus(other.statuses.counterpart(this.statusCategory));
    this.recordChange();
  }

  private take({ statusId, ...fields }: TaskFields, statuses: StatusSet): StateChange {
    const before = { ...this };
    this.assign(fields);
    const wanted = statusId ? statuses.byId(statusId) : undefined;
    const faults = new Faults();
    if (statusId && !wanted) faults.missing('status_id');
    expectOneDue(this, faults).throwIfAny();
    this.takeSeries(before);
    const status = statusId === null ? statuses.default : wanted;
    return status && this.goTo(status, statuses);
  }

  /** Setting a status follows the same rules as the action its category stands for. */
  private goTo(status: Status, statuses: StatusSet): StateChange {
    const stateChange = this.actLike(status, statuses);
    this.setStatus(status);
    return stateChange;
  }

  private actLike({ category }: Status, statuses: StatusSet): StateChange {
    if (category === 'completed') return this.complete(statuses);
    if (category === 'canceled') return this.cancel(statuses);
    return this.reopen(statuses);
  }

  private setStatus(status: Status): void {
    this.statusId = status.id;
    this.statusCategory = status.category;
    this.completedAt = status.category === 'completed' ? (this.completedAt ?? new Date()) : null;
    this.canceledAt = status.category === 'canceled' ? (this.canceledAt ?? new Date()) : null;
    if (!this.canceledAt) this.canceledWith = null;
    if (this.isClosed) this.snoozedUntil = this.nextOccurrence = null;
    else this.expectNext();
  }
}
