import { describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { Projects } from '@tandem/domain/projects/projects.port';
import { StatusSet } from '@tandem/domain/projects/status';
import { TaskComment } from '@tandem/domain/tasks/comments/task-comment';
import { TaskLink } from '@tandem/domain/tasks/links/task-link';
import { Task } from '@tandem/domain/tasks/task';
import { Tasks } from '@tandem/domain/tasks/tasks.port';
import type { Container } from '@tandem/platform/feature/container';
import { storeContract } from '@tandem/testing/store-contract';
import { useStore } from '@tandem/testing/use-store';
import { SqlTaskComments } from './sql-task-comments.js';
import { SqlTaskLinks } from './sql-task-links.js';
import { SqlTasks } from './sql-tasks.js';

type Get = Container['get'];

const newTask = async (number: number, get: Get) =>
  new Task({ title: `Task ${number}` }, { project: null, statuses: await get(Projects).statusesOf(null) }, null);
const storedTask = async (number: number, get: Get) => get(Tasks).add(await newTask(number, get));

storeContract(SqlTasks, {
  make: newTask,
  change: (task) => task.update({ title: 'Another' }, new StatusSet([])),
  filters: { q: 'other' },
  tells: { added: ['task.created'], changed: ['task.updated'] },
});

storeContract(SqlTaskComments, {
  make: async (number, get) => new TaskComment(await storedTask(number, get), { body: 'Yes' }, null),
  change(comment) {
    comment.body = 'No';
    comment.recordChange();
  },
  tells: { added: ['task.comment.created'], changed: ['task.comment.updated'] },
});

storeContract(SqlTaskLinks, {
  make: async (number, get) => new TaskLink(await storedTask(number, get), { entityType: 'event', entityId: newId() }),
  change: (link) => void (link.entityId = newId()),
  tells: { added: ['task.link.created'], changed: [] },
});

describe('SqlTasks', () => {
  const { ours, theirs, get, query } = useStore(SqlTasks);
  const stop = new Error('the rule says no');

  it.each([
    ['wakes', 'snoozed_until', 'changeIfSnoozeIsOver'],
    ['recurs', 'next_occurrence', 'changeIfOccurrenceIsOver'],
  ] as const)(
    'shows what %s to its own tenant only, and keeps nothing of a rule that throws',
    async (_, due, change) => {
      const { id } = await ours(() => storedTask(1, get));
      await query(`update tasks set ${due} = now() - interval '1 minute' where id = $1`, [id]);
      const row = () => query(`select * from tasks where id = $1`, [id]);
      const before = await row();
      const failing = (task: Task) => {
        Object.assign(task, { snoozedUntil: null, nextOccurrence: null });
        throw stop;
      };
      await theirs((tasks) => tasks[change](id, failing));
      await expect(ours((tasks) => tasks[change](id, failing))).rejects.toBe(stop);
      expect(await row()).toEqual(before);
    },
  );

  it('lists as open what the task calls not closed, in a status of each category', () =>
    ours(async (tasks) => {
      const statuses = await get(Projects).statusesOf(null);
      for (const { id } of statuses.list)
        await tasks.add(new Task({ title: 'One', statusId: id }, { project: null, statuses }, null));
      const listed = async (filters: object) =>
        (await tasks.page({ limit: 100, ...filters })).items.map(({ json }) => (JSON.parse(json) as { id: string }).id);
      const all = await Promise.all((await listed({})).map((id) => tasks.one(id)));
      const open = all.filter((task) => !task.isClosed).map(({ id }) => id);
      expect(open.length).toBeLessThan(all.length);
      expect(await listed({ state: 'open' })).toEqual(open);
    }));
});
