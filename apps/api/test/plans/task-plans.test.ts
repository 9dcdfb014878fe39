import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Statement } from '@tandem/platform/postgres/batch';
import { useWorld } from '@tandem/testing/world';
import { planOf, type Sent, watchRoundTrips, watchStatements } from './statements.js';

const many = 20_000;

/** Nested tasks, some of them in series, some canceled together. */
const seeding = `insert into tasks (tenant_id, id, title, priority, position, metadata,
    status_id, status_category, parent_id,
    recurs_from, successor_id, canceled_at, canceled_with, created_at, updated_at)
  select $1, md5(n::text)::uuid, 'Task ' || n, 'none', n, '{}',
    s.id, s.category, case when n > 100 then md5((n / 4)::text)::uuid end,
    case when n % 10 = 1 then md5((n - 1)::text)::uuid end, case when n % 10 = 0 then md5((n + 1)::text)::uuid end,
    case when s.category = 'canceled' then now() end,
    case when s.category = 'canceled' then md5((n / 4)::text)::uuid end, now(), now()
  from generate_series(0, ${many} - 1) n join statuses s on s.tenant_id = $1 and s.project_id is null
    and s.category = case when n % 7 = 0 then 'canceled' else 'unstarted' end`;

describe('a request for one of many tasks', () => {
  const world = useWorld();
  const { ada, asOwner } = world;
  let ids: Record<'recurring' | 'successor' | 'parent' | 'child' | 'other', string>;
  let seen: Statement[];
  let sent: Sent[];

  beforeAll(async () => {
    const make = async (fields: object = {}) => (await ada.post('/tasks', { title: 'x', ...fields })).body.id as string;
    const [recurring, parent, other] = [await make({ rrule: 'FREQ=DAILY' }), await make(), await make()];
    const child = await make({ parent_id: parent });
    const successor = (await ada.post(`/tasks/${recurring}/complete`)).body.successor_id as string;
    ids = { recurring, successor, parent, child, other };
    await asOwner(seeding, [ada.tenantId]);
    await asOwner('analyze');
    seen = watchStatements(world);
    sent = watchRoundTrips(world);
  });

  const requests: [string, () => Promise<{ status: number }>][] = [
    ['reopening a task with a successor', () => ada.post(`/tasks/${ids.recurring}/reopen`)],
    ['completing a recurring task', () => ada.post(`/tasks/${ids.recurring}/complete`)],
    ['deleting a task', () => ada.delete(`/tasks/${ids.recurring}`)],
    ['restoring a task', () => ada.post(`/tasks/${ids.recurring}/restore`)],
    ['completing all below a task', () => ada.post(`/tasks/${ids.parent}/complete`, { cascade: true })],
    ['reopening a task below a closed one', () => ada.post(`/tasks/${ids.child}/reopen`)],
    ['canceling a task with all below it', () => ada.post(`/tasks/${ids.parent}/cancel`)],
    ['reopening a task with those canceled with it', () => ada.post(`/tasks/${ids.parent}/reopen`)],
    ['a change of the status', () => ada.patch(`/tasks/${ids.other}`, { status_id: null })],
    ['putting a task below another', () => ada.patch(`/tasks/${ids.other}`, { parent_id: ids.parent })],
  ];

  const explained = async (...explain: [text: string, values?: readonly unknown[]]) =>
    (await planOf<string>(world, ada, ...explain)).join('\n');

  it.each(requests)('to %s reads no table as a whole', async (_, request) => {
    seen.length = 0;
    expect((await request()).status).toBeLessThan(300);
    const reading = seen.filter(({ text }) => /^(select|with)\b/.test(text) && /\btasks\b/.test(text));
    expect(reading.length).toBeGreaterThan(0);
    for (const { text, values = [] } of reading) {
      expect(await explained(`explain (generic_plan) ${text}`)).not.toMatch(/Seq Scan on tasks\b/);
      expect(await explained(`explain ${text}`, values)).not.toMatch(/Seq Scan on tasks\b/);
    }
  });

  /** The round trips of each connection that the request used. */
  const roundTripsOf = async (request: () => Promise<{ status: number }>): Promise<number[]> => {
    sent.length = 0;
    expect((await request()).status).toBeLessThan(300);
    // The look-up of the caller and its notifications use other connections now and then.
    const ofTasks = sent.filter(({ texts }) => texts.some((text) => /\b(insert into|update) tasks\b/.test(text)));
    return ofTasks.map(({ roundTrips }) => roundTrips);
  };

  describe.each(['of no project', 'of a project'])('for a task %s', (where) => {
    const project = async () =>
      where === 'of a project' ? ((await ada.post('/projects', { name: 'Fast' })).body.id as string) : null;

    it('changes its state and that of its subtasks in three round trips', async () => {
      const project_id = await project();
      const { id } = (await ada.post('/tasks', { title: 'x', project_id })).body;
      await ada.post('/tasks', { title: 'below', project_id, parent_id: id });
      for (const action of ['complete', 'reopen', 'cancel', 'reopen'])
        expect([action, await roundTripsOf(() => ada.post(`/tasks/${id}/${action}`))]).toEqual([action, [3]]);
    });

    it('creates it in two, locking its parent before its project and before any check', async () => {
      const project_id = await project();
      const section = project_id && (await ada.post(`/projects/${project_id}/sections`, { name: 'Now' })).body;
      const parent_id = (await ada.post('/tasks', { title: 'above', project_id })).body.id;
      const assignee_id = ada.memberId;
      for (const fields of [{}, { assignee_id }, { section_id: section?.id }, { parent_id, assignee_id }]) {
        const create = () => ada.post('/tasks', { title: 'x', project_id, ...fields });
        expect([fields, await roundTripsOf(create)]).toEqual([fields, [2]]);
      }
      const steps = { parent: /for key share of t$/, project: /^update projects/, above: /^with recursive above/ };
      const taken = sent
        .flatMap(({ texts }) => texts)
        .flatMap((text) => Object.entries(steps).flatMap(([step, form]) => (form.test(text.trim()) ? step : [])));
      expect(taken).toEqual(project_id ? ['parent', 'project', 'above'] : ['parent', 'above']);
    });
  });
});
