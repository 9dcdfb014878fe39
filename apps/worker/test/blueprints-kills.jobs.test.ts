import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';
import { endOf, startRun } from './agent-runs.js';

const past = '2026-01-01';

describe('a worker killed in the middle of a run', () => {
  const { ada, forkWorker, asOwner, session } = useWorld({ settings: { LEASE_SECONDS: '2' } });
  let tasks: string[];
  let notes: string[];

  const make = async (path: string, fields: object) => (await ada.post(path, fields)).body.id as string;
  const ageAll = () => asOwner(`update tasks set updated_at = '${past}'`);

  beforeAll(async () => {
    tasks = [];
    for (const title of ['one', 'two', 'three']) tasks.push(await make('/tasks', { title, due_date: past }));
    await make('/notes', { title: 'Launch plan' });
    notes = [];
    for (const title of ['first', 'second', 'third']) notes.push(await make('/notes', { title, body: 'Launch plan' }));
  });

  const effects = { tasks: 'task.updated', comments: 'task.comment.created', notes: 'note.updated' };
  const told = async (type: string) =>
    (await asOwner<{ count: number }>('select count(*)::int as count from events where type = $1', [type]))[0]!.count;

  it.each([
    { blueprint: 'overdue-triage', table: 'tasks', records: () => tasks, effect: effects.tasks, done: 'raised' },
    { blueprint: 'stale-task-sweep', table: 'tasks', records: () => tasks, effect: effects.comments, done: 'swept' },
    { blueprint: 'note-linker', table: 'notes', records: () => notes, effect: effects.notes, done: 'linked' },
  ])(
    '$blueprint does the rest once the lease is over, and nothing twice',
    async ({ blueprint, table, records, effect, done }) => {
      await ageAll();
      const before = await told(effect);
      const holding = session();
      // The second change waits for this lock while the first is stored.
      await holding.query('begin');
      await holding.query(`select from ${table} where id = $1 for update`, [records()[1]]);
      const doomed = await forkWorker();
      const id = await startRun(ada, blueprint);
      await eventually(async () => expect(await told(effect)).toBe(before + 1));
      await eventually(async () => expect(await holding.waiting()).toBeGreaterThan(0));
      await doomed.end('SIGKILL');
      await holding.query('rollback');
      await holding.close();
      const next = await forkWorker();
      const { output, attempt } = await endOf(ada, blueprint, id);
      expect(attempt).toBe(2);
      expect(output[done]).toHaveLength(3);
      expect(await told(effect)).toBe(before + 3);
      await next.end();
    },
    90_000,
  );
});
