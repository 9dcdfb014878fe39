import { describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { Projects } from '@tandem/domain/projects/projects.port';
import { Project, StatusSet } from '@tandem/domain/projects/project';
import type { Status } from '@tandem/domain/projects/status';
import { TaskComment } from '@tandem/domain/tasks/comments/task-comment';
import { TaskLink } from '@tandem/domain/tasks/links/task-link';
import { Task } from '@tandem/domain/tasks/task';
import { isOverdue } from '@tandem/domain/tasks/task-dates';
import type { TaskFields } from '@tandem/domain/tasks/task-fields';
import { isPlannedAhead as plannedAhead } from '@tandem/domain/tasks/task-dates';
import type { TaskFilters } from '@tandem/domain/tasks/task-filters';
import { Tasks } from '@tandem/domain/tasks/tasks.port';
import type { Container } from '@tandem/platform/feature/container';
import { storeContract } from '@tandem/testing/store-contract';
import { useStore } from '@tandem/testing/use-store';
import { keyedIdentifiers } from '../access/keyed-identifiers.js';
import { SqlProjectTasks } from './sql-project-tasks.js';
import { SqlTaskComments } from './sql-task-comments.js';
import { SqlTaskLinks } from './sql-task-links.js';
import { SqlTasks } from './sql-tasks.js';
import {
  dueInstant,
  isAwake,
  isClosed,
  isInState,
  isOccurrenceOver,
  isOverdue as isPastDue,
  isPlannedAhead,
  isSnoozed,
  isSnoozeOver,
} from './task-rules.js';

type Get = Container['get'];

const newTask = async (number: number, get: Get) =>
  new Task({ title: `Task ${number}` }, { project: null, statuses: await get(Projects).statusesOf(null) }, null);
const storedTask = async (number: number, get: Get) => get(Tasks).add(await newTask(number, get));

const promises: Parameters<typeof storeContract<Task>>[1] = {
  make: newTask,
  change: (task) => task.update({ title: 'Another' }, new StatusSet([])),
  filters: { q: 'other' },
  records: { added: ['task.created'], changed: ['task.updated'] },
};
storeContract(SqlTasks, promises);
storeContract(SqlProjectTasks, promises);

storeContract(SqlTaskComments, {
  make: async (number, get) => new TaskComment(await storedTask(number, get), { body: 'Yes' }, null),
  change(comment) {
    comment.body = 'No';
    comment.recordChange();
  },
  records: { added: ['task.comment.created'], changed: ['task.comment.updated'] },
});

storeContract(SqlTaskLinks, {
  make: async (number, get) => new TaskLink(await storedTask(number, get), { entityType: 'event', entityId: newId() }),
  change: (link) => void (link.entityId = newId()),
  records: { added: ['task.link.created'], changed: [] },
});

describe('SqlTasks', () => {
  const { ours, theirs, get, query } = useStore(SqlTasks);
  const stop = new Error('the rule says no');
  const hour = 3_600_000;

  it('picks snoozed tasks only on request and never deleted ones', async () => {
    const [awake, snoozed, deleted] = await ours(async () => [
      await storedTask(1, get),
      await storedTask(2, get),
      await storedTask(3, get),
    ]);
    await ours((tasks) => tasks.change(snoozed.id, (task) => task.snooze(new Date(Date.now() + hour))));
    await ours((tasks) => tasks.change(deleted.id, (task) => task.delete()));
    const picked = async (filters: TaskFilters) =>
      (await ours((tasks) => tasks.pick(['id'], filters, 10))).map(({ id }) => id);
    expect(await picked({})).toEqual([awake.id]);
    expect(await picked({ includeSnoozed: true })).toEqual([snoozed.id, awake.id]);
  });

  it('changes an occurrence only in its own tenant, and saves nothing if the rule throws', async () => {
    const { id } = await ours(() => storedTask(1, get));
    await query(`update tasks set next_occurrence = now() - interval '1 minute' where id = $1`, [id]);
    const row = () => query(`select * from tasks where id = $1`, [id]);
    const before = await row();
    const failing = (task: Task) => {
      task.nextOccurrence = null;
      throw stop;
    };
    await theirs((tasks) => tasks.changeOccurrence(id, failing));
    await expect(ours((tasks) => tasks.changeOccurrence(id, failing))).rejects.toBe(stop);
    expect(await row()).toEqual(before);
  });

  const times = [-hour, hour, null].map((millis) => (millis === null ? null : new Date(Date.now() + millis)));
  const dates = [-2, -1, 0, 1].map((days) => new Date(Date.now() + days * 24 * hour).toISOString().slice(0, 10));
  const plans: TaskFields[] = [
    ...times.map((dueAt) => ({ dueAt })),
    ...dates.map((dueDate) => ({ dueDate })),
    ...dates.map((startDate) => ({ startDate, dueAt: times[0] })),
  ];

  /** A task for each category of status with past, future and unset times, both deleted and not. */
  const tasksInEveryState = async () => {
    const statuses = await get(Projects).statusesOf(null);
    const created = ({ id: statusId }: Status, plan: TaskFields, time: Date | null, deletedAt: Date | null) => {
      const task = new Task({ title: 'One', statusId, ...plan }, { project: null, statuses }, null);
      return Object.assign(task, { deletedAt }, !task.isClosed && { snoozedUntil: time, nextOccurrence: time });
    };
    return statuses.list.flatMap((status) =>
      plans.flatMap((plan) =>
        times.flatMap((time) => [new Date(), null].map((deletedAt) => created(status, plan, time, deletedAt))),
      ),
    );
  };

  it.each<[string, string, (task: Task) => boolean]>([
    ['isClosed', isClosed, (task) => task.isClosed],
    ['not isClosed', isInState.open, (task) => !task.isClosed],
    ['the category completed', isInState.completed, (task) => task.statusCategory === 'completed'],
    ['the category canceled', isInState.canceled, (task) => task.statusCategory === 'canceled'],
    ['isSnoozed', isSnoozed, (task) => task.isSnoozed],
    ['not isSnoozed', isAwake, (task) => !task.isSnoozed],
    ['isPlannedAhead', isPlannedAhead, plannedAhead],
    ['dueInstant, in the past', `${dueInstant} < now()`, (task) => isOverdue(task, new Date(), 'UTC')],
    ['isOverdue', isPastDue, (task) => isOverdue(task, new Date(), 'UTC')],
    ['isSnoozeOver', isSnoozeOver, (task) => task.isSnoozeOver],
    ['isOccurrenceOver', isOccurrenceOver, (task) => task.isOccurrenceOver],
  ])('%s finds the tasks that the method finds', (_, rule, holds) =>
    ours(async (tasks) => {
      const created = await tasksInEveryState();
      await tasks.addWithoutEvents(created);
      const expected = created.filter(holds).map(({ id }) => id);
      const text = `select t.id from tasks t where ${rule} and t.id = any($1) order by t.id`;
      const found = await query<{ id: string }>(text, [created.map(({ id }) => id)]);
      expect(found.map(({ id }) => id)).toEqual(expected.sort());
      expect(found.length).toBeGreaterThan(0);
      expect(found.length).toBeLessThan(created.length);
    }),
  );

  it('acceptsWrites finds tasks of writable projects and tasks outside projects', () =>
    ours(async (tasks) => {
      const statuses = await get(Projects).statusesOf(null);
      const projects = ['OPEN', 'SHUT'].map((identifier) => new Project({ name: 'Any', identifier }));
      const created = [null, ...projects].map(
        (project) => new Task({ title: 'x' }, { project, statuses, number: 1 }, null),
      );
      projects[1]!.archive();
      for (const project of projects) await get(Projects).add(project);
      await tasks.addWithoutEvents(created);
      const checks = projects.map((project) => () => project.mustAcceptWrites());
      expect(checks[0]).not.toThrow();
      expect(checks[1]).toThrow();
      const found = await tasks.pick(['id'], { ids: created.map(({ id }) => id), acceptsWrites: true }, 10);
      expect(found.map(({ id }) => id).sort()).toEqual([created[0]!.id, created[1]!.id].sort());
    }));

  it('keyedIdentifiers finds the identifiers of a task for each current or former key of its project', () =>
    ours(async (tasks) => {
      const [projects, statuses] = [get(Projects), await get(Projects).statusesOf(null)];
      const project = await projects.add(new Project({ name: 'Any', identifier: 'KEY1' }));
      const targets = [{ project: null, statuses }, ...[1, 20].map((number) => ({ project, statuses, number }))];
      const created = targets.map((target) => new Task({ title: 'x' }, target, null));
      await tasks.addWithoutEvents(created);
      const ids = created.map(({ id }) => id);
      const expected = created.slice(1).map(({ id, identifier }) => ({ id, identifier }));
      const renumbered = (task: Task) => {
        task.renumberFor('KEY2');
        expected.push({ id: task.id, identifier: task.identifier });
      };
      await projects.change(project.id, (found) => found.update({ identifier: 'KEY2' }));
      await tasks.changeEach({ projectId: [project.id] }, renumbered);
      const found = await query(keyedIdentifiers('t.id = any($2)'), [project.tenantId, ids]);
      expect(found).toHaveLength(4);
      expect(found).toEqual(expect.arrayContaining(expected));
    }));
});
