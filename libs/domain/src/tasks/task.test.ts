import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { takeRecorded } from '../core/entity.js';
import { DomainError } from '../core/errors.js';
import { newId } from '../core/id.js';
import { inScope, systemScope } from '../core/scope.js';
import { StatusSet } from '../projects/project.js';
import { startingStatuses, type StatusCategory } from '../projects/status.js';
import { Task } from './task.js';
import type { TaskFields } from './task-fields.js';

const inTenant = <T>(work: () => T): T => inScope(systemScope(newId()), work);
const statuses = inTenant(() => new StatusSet(startingStatuses(null)));
const twoOfEach = inTenant(() => new StatusSet([...statuses.list, ...startingStatuses(null)]));
const statusOf = (category: StatusCategory) => statuses.first(category).id;
const fresh = (fields: TaskFields = {}) =>
  inTenant(() => new Task({ title: 'x', ...fields }, { project: null, statuses }, null));
const hour = 3_600_000;
const tomorrow = () => new Date(Date.now() + 24 * hour);
const happened = (task: Task) => takeRecorded(task).map(({ type }) => type);
const refusal = (code: string) => expect.objectContaining({ code });

describe('a task', () => {
  it('starts open, with the default status', () => {
    const task = fresh();
    expect(task).toMatchObject({ statusCategory: 'unstarted', completedAt: null, canceledAt: null });
    expect(happened(task)).toEqual(['task.created']);
  });

  it('records its creation, then its completion, when created in a completed status', () => {
    const task = fresh({ statusId: statusOf('completed') });
    expect(task.completedAt).toBeInstanceOf(Date);
    expect(happened(task)).toEqual(['task.created', 'task.completed']);
  });

  it('keeps its completion time when completed again', () => {
    const task = fresh();
    task.complete(statuses);
    const { completedAt } = task;
    task.complete(statuses);
    expect(task.completedAt).toBe(completedAt);
    expect(happened(task)).toEqual(['task.created', 'task.completed']);
  });

  it('can be restored for 30 days', () => {
    const [late, tooLate] = [fresh(), fresh()];
    for (const task of [late, tooLate]) task.delete();
    late.deletedAt = new Date(Date.now() - (30 * 24 - 1) * hour);
    tooLate.deletedAt = new Date(Date.now() - (30 * 24 + 1) * hour);
    late.restore();
    expect(late.deletedAt).toBeNull();
    expect(() => tooLate.restore()).toThrow(refusal('not_found'));
  });

  it('cannot be canceled when completed, or completed when canceled', () => {
    const done = fresh({ statusId: statusOf('completed') });
    const canceled = fresh({ statusId: statusOf('canceled') });
    expect(() => done.cancel(statuses)).toThrow(refusal('task_completed'));
    expect(() => canceled.complete(statuses)).toThrow(refusal('task_canceled'));
    expect(() => done.update({ statusId: statusOf('canceled') }, statuses)).toThrow(refusal('task_completed'));
  });

  it('reports the consequences of a new state, and none if unchanged', () => {
    inTenant(() => {
      const task = fresh({ rrule: 'FREQ=DAILY' });
      expect(task.cancel(statuses)).toEqual({ to: 'canceled' });
      const { canceledAt } = task;
      expect(task.cancel(statuses)).toBeUndefined();
      expect(task.reopen(statuses)).toEqual({ to: 'reopened', canceledAt });
      const turn = task.update({ statusId: statusOf('completed') }, statuses);
      expect(turn).toEqual({ to: 'completed', promisesSuccessor: true });
      expect(task.update({ statusId: null }, statuses)).toEqual({ to: 'reopened', canceledAt: null });
      expect(task.complete(statuses)).toEqual({ to: 'completed', promisesSuccessor: false });
    });
  });

  it('is an untouched copy until a change, closing, comment or link', () => {
    const top = fresh();
    const later = new Date(top.createdAt.getTime() + 1);
    const copied = (change: (copy: Task) => void = () => undefined) => {
      const copy = fresh();
      inTenant(() => copy.series.startBelow(top, fresh()));
      change(copy);
      return copy;
    };
    expect(copied().series.isUntouched(top, [top.createdAt])).toBe(true);
    expect(copied().series.isUntouched(top, [top.createdAt, later])).toBe(false);
    expect(copied((copy) => (copy.updatedAt = later)).series.isUntouched(top, [])).toBe(false);
    expect(copied((copy) => copy.cancel(statuses)).series.isUntouched(top, [])).toBe(false);
  });

  it('cannot be snoozed when closed', () => {
    for (const category of ['completed', 'canceled'] as const)
      expect(() => fresh({ statusId: statusOf(category) }).snooze(tomorrow())).toThrow(refusal(`task_${category}`));
  });

  it('can be snoozed for up to five years, and wakes at that time', () => {
    const task = fresh();
    const years = (count: number) => new Date(Date.now() + count * 365.25 * 24 * hour);
    for (const [until, code] of [
      [new Date(Date.now() - 1), 'in_the_past'],
      [years(5.1), 'too_late'],
    ] as const)
      expect(faults(() => task.snooze(until))).toEqual([['/until', code]]);
    task.snooze(years(4.9));
    task.wake();
    expect(task.snoozedUntil).not.toBeNull();
    task.snoozedUntil = new Date();
    task.wake();
    expect(task.snoozedUntil).toBeNull();
  });

  it('is due on a day or at an instant, not both', () => {
    const task = fresh({ dueDate: '2026-12-24' });
    expect(faults(() => task.update({ dueAt: new Date() }, statuses))).toEqual([['/due_date', 'excludes_due_at']]);
    const other = fresh({ dueDate: '2026-12-24' });
    other.update({ dueAt: new Date(), dueDate: null }, statuses);
    expect(other.dueDate).toBeNull();
  });

  it('refuses a status of another project', () => {
    expect(faults(() => fresh({ statusId: newId() }))).toEqual([['/status_id', 'not_found']]);
  });

  it('returns to the default status when its status is cleared, and reports the new one', () => {
    const task = Object.assign(fresh({ statusId: statusOf('started') }), { enteredStatus: undefined });
    task.update({ statusId: statusOf('started') }, statuses);
    expect(task.enteredStatus).toBeUndefined();
    task.update({ statusId: null }, statuses);
    expect(task).toMatchObject({ statusCategory: 'unstarted', enteredStatus: statuses.default });
  });
});

type Command = [name: string, run: (task: Task) => void];

const actions: Command[] = [
  ['complete', (task) => task.complete(statuses)],
  ['cancel', (task) => task.cancel(statuses)],
  ['cancel with its parent', (task) => task.cancel(statuses, newId())],
  ['reopen', (task) => task.reopen(statuses)],
  ['snooze', (task) => task.snooze(tomorrow())],
  ['unsnooze', (task) => task.unsnooze()],
  ['delete', (task) => task.delete()],
  ['restore', (task) => task.restore()],
  ['move', (task) => task.moveTo({ project: null, statuses })],
  ['lose its status', (task) => task.leaveStatus(twoOfEach)],
  ['due on a day', (task) => task.update({ dueDate: '2026-12-24', dueAt: null }, statuses)],
  ['due at an instant', (task) => task.update({ dueAt: new Date(), dueDate: null }, statuses)],
];
const settings = statuses.list.map(({ id, category }): Command => [
  `set ${category}`,
  (task) => task.update({ statusId: id }, statuses),
]);

describe('any sequence of actions on a task', () => {
  it('keeps category, timestamps and snooze consistent, and refusals change nothing', () => {
    const reached = new Set<string>();
    const commands = fc.array(fc.constantFrom(...actions, ...settings), { maxLength: 30 });
    fc.assert(
      fc.property(commands, (list) => {
        const task = fresh();
        for (const [name, run] of list) {
          const before = JSON.stringify(task);
          try {
            inTenant(() => run(task));
            reached.add(name);
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
            expect(error.kind).toBe('conflict');
            expect(JSON.stringify(task)).toBe(before);
            reached.add(error.code);
          }
          agrees(task);
        }
      }),
      { numRuns: 1000 },
    );
    expect([...reached]).toEqual(expect.arrayContaining(['task_completed', 'task_canceled', 'restore', 'unsnooze']));
    expect(reached.size).toBe(actions.length + settings.length + 2);
  });
});

/** The CHECK constraints of the table. */
function agrees(task: Task): void {
  expect(task.completedAt !== null).toBe(task.statusCategory === 'completed');
  expect(task.canceledAt !== null).toBe(task.statusCategory === 'canceled');
  expect(twoOfEach.byId(task.statusId!)!.category).toBe(task.statusCategory);
  if (task.isClosed) expect(task.snoozedUntil).toBeNull();
  if (!task.canceledAt) expect(task.canceledWith).toBeNull();
  expect(task.dueAt && task.dueDate).toBeNull();
  expect(task.due === null).toBe(task.dueAt === null && task.dueDate === null);
}

function faults(work: () => unknown): [pointer: string | undefined, code: string][] {
  try {
    work();
  } catch (error) {
    return (error as DomainError).extra.findings!.map(({ pointer, code }) => [pointer, code]);
  }
  return [];
}
