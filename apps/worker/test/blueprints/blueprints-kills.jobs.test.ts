import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { hangUp, listen } from '@tandem/testing/local-server';
import { serveTools } from '@tandem/testing/tool-server';
import { useWorld } from '@tandem/testing/world';
import { endOf, outputOf, startRun } from './agent-runs.js';

const past = '2026-01-01';

describe('a worker killed in the middle of a run', () => {
  const { ada, forkWorker, asOwner, session } = useWorld({
    settings: { LEASE_SECONDS: '2', OUTBOUND_ALLOW_CIDRS: '127.0.0.1/32' },
  });
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
  const reported = async (type: string) =>
    (await asOwner<{ count: number }>('select count(*)::int as count from events where type = $1', [type]))[0]!.count;

  it.each([
    { blueprint: 'overdue-triage', table: 'tasks', records: () => tasks, effect: effects.tasks, done: 'raised' },
    { blueprint: 'stale-task-sweep', table: 'tasks', records: () => tasks, effect: effects.comments, done: 'swept' },
    { blueprint: 'note-linker', table: 'notes', records: () => notes, effect: effects.notes, done: 'linked' },
  ])(
    '$blueprint does the rest once the lease is over, and nothing twice',
    async ({ blueprint, table, records, effect, done }) => {
      await ageAll();
      const before = await reported(effect);
      const holding = session();
      // The second change waits for this lock while the first is stored.
      await holding.query('begin');
      await holding.query(`select from ${table} where id = $1 for update`, [records()[1]]);
      const doomed = await forkWorker();
      const id = await startRun(ada, blueprint);
      await eventually(async () => expect(await reported(effect)).toBe(before + 1));
      await eventually(async () => expect(await holding.waiting()).toBeGreaterThan(0));
      await doomed.end('SIGKILL');
      await holding.query('rollback');
      await holding.close();
      const next = await forkWorker();
      const { output, attempt } = await endOf(ada, blueprint, id);
      expect(attempt).toBe(2);
      expect(output[done]).toHaveLength(3);
      expect(await reported(effect)).toBe(before + 3);
      await next.end();
    },
    90_000,
  );

  describe('with outbound calls', () => {
    const requests: ServerResponse[] = [];
    const page = createServer((_, response) => void requests.push(response));
    let tools: Awaited<ReturnType<typeof serveTools>>;
    let url: string;

    beforeAll(async () => {
      url = await listen(page);
      tools = await serveTools({ pay: '1' });
      await ada.post('/apps', { slug: 'billing', name: 'Billing', url: tools.url });
      await ada.post('/apps/billing/probe');
    });
    afterAll(async () => void (await Promise.all([hangUp(page), tools.stop()])));

    /** Kills the first worker at that point; returns a function for the output of the run. */
    const outputAfterKill = async (blueprint: string, input: object, reached: () => Promise<unknown>) => {
      const doomed = await forkWorker();
      const id = await startRun(ada, blueprint, input);
      await reached();
      await doomed.end('SIGKILL');
      return async () => {
        const next = await forkWorker();
        const { output, attempt } = await endOf(ada, blueprint, id);
        expect(attempt).toBe(2);
        await next.end();
        return output;
      };
    };
    /** Locked until released, so that no task can be created. */
    const noTasks = async () => {
      const holding = session();
      await holding.query('begin');
      await holding.query('lock table tasks in share row exclusive mode');
      return {
        awaited: () => eventually(async () => expect(await holding.waiting()).toBeGreaterThan(0)),
        release: () => holding.query('rollback').then(() => holding.close()),
      };
    };

    it('http-check repeats only the checks without a response, and opens one task', async () => {
      const before = await reported('task.created');
      const calls = requests.length;
      const during = await outputAfterKill('http-check', { url }, () =>
        eventually(() => expect(requests).toHaveLength(calls + 1)),
      );
      const responded = eventually(() => {
        expect(requests).toHaveLength(calls + 2);
        requests.at(-1)!.writeHead(200).end();
      });
      expect(await during()).toMatchObject({ ok: true });
      await responded;
      const tasks = await noTasks();
      const failing = await outputAfterKill('http-check', { url }, async () => {
        await eventually(() => expect(requests).toHaveLength(calls + 3));
        requests.at(-1)!.writeHead(503).end();
        await tasks.awaited();
      });
      await tasks.release();
      expect(await failing()).toMatchObject({ ok: false, changed: true, task_id: expect.any(String) });
      expect([requests.length, await reported('task.created')]).toEqual([calls + 3, before + 1]);
    }, 90_000);

    it('app-probe reports a change once', async () => {
      const before = await reported('task.created');
      tools.tools = { pay: '2' };
      const tasks = await noTasks();
      const changed = await outputAfterKill('app-probe', {}, tasks.awaited);
      await tasks.release();
      expect((await changed()).apps).toMatchObject([{ tools_changed: 1, task_id: expect.any(String) }]);
      expect(await reported('task.created')).toBe(before + 1);
      const next = await forkWorker();
      expect((await outputOf(ada, 'app-probe')).apps).toMatchObject([{ tools_changed: 0, task_id: null }]);
      await next.end();
    }, 90_000);
  });
});
