import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Statement } from '@tandem/platform/postgres/batch';
import { type Caller, useWorld, type World } from '@tandem/testing/world';
import { planOf, watchStatements } from './statements.js';

const large = ['tasks', 'notes', 'note_links', 'events'];

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Plan Rows': number;
  Plans?: Plan[];
}

describe('plans on a tenant with many records', () => {
  const world = useWorld();
  const { ada } = world;
  let project: { id: string };
  let task: { id: string };
  let seen: Statement[];

  beforeAll(async () => {
    project = (await ada.post('/projects', { name: 'Big', identifier: 'BIG' })).body;
    task = (await ada.post('/tasks', { title: 'The one', project_id: project.id })).body;
    await seed(world, ada, project.id, task.id);
    seen = watchStatements(world);
  });

  const requests: Record<string, () => string> = {
    'the first page of tasks': () => '/tasks?limit=100',
    'a page of a project': () => `/tasks?project_id=${project.id}&state=open`,
    'a task': () => `/tasks/${task.id}`,
    'a task by identifier': () => '/tasks/by-identifier/BIG-1',
    'a task by an identifier that never was': () => '/tasks/by-identifier/BIG-99999999',
    'the first page of notes': () => '/notes?limit=100',
    'backlinks of a task': () => `/backlinks/task/${task.id}`,
    'the audit log': () => '/audit-log?limit=100',
    'the audit log of a record': () => `/audit-log?resource_id=${task.id}`,
    'the audit log of a run': () => `/audit-log?run_id=${task.id}`,
    'the audit log of a member': () => `/audit-log?member_id=${ada.memberId}`,
    'the audit log of a family': () => '/audit-log?action=task.*',
    'events from a sequence': () => '/webhook-events?after_sequence=100',
  };

  /** A key that is looked up again meanwhile adds statements of its own. */
  const readsOf = (table: string) => seen.filter(({ text }) => /^select/.test(text) && text.includes(`from ${table}`));

  /** Of the generic plan, which holds for any values. */
  const scans = async (text: string): Promise<string[]> => {
    const [row] = await planOf<[{ Plan: Plan }]>(world, ada, `explain (generic_plan, format json) ${text}`);
    return scanned(row![0].Plan);
  };

  it('find backlinks among many', async () => {
    expect((await ada.get(`/backlinks/task/${task.id}`)).body).toHaveLength(backlinks);
  });

  for (const [name, path] of Object.entries(requests))
    it(`read no table as a whole for ${name}`, async () => {
      seen.length = 0;
      expect((await ada.get(path())).status).toBeLessThan(500);
      expect(seen.length).toBeGreaterThan(0);
      for (const { text } of seen.filter((statement) => statement.text.startsWith('select')))
        expect(await scans(text)).toEqual([]);
    });

  const sorted = [
    ...['created_at', 'updated_at', 'due', 'priority', 'position', 'title'].map((sort) => ['tasks', sort] as const),
    ...['created_at', 'updated_at', 'title'].map((sort) => ['notes', sort] as const),
    ...['created_at', 'updated_at', 'display_name'].map((sort) => ['contacts', sort] as const),
    ...['created_at', 'name', 'target_date'].map((sort) => ['projects', sort] as const),
    ...['created_at', 'updated_at', 'expected_close_date', 'amount', 'position'].map(
      (sort) => ['deals', sort] as const,
    ),
  ];

  it.each(sorted)('pages of %s by %s, either way, come from an index', async (list, name) => {
    for (const sort of [name, `-${name}`]) {
      const { next_cursor: cursor } = (await ada.get(`/${list}?sort=${sort}&limit=50`)).body;
      seen.length = 0;
      await ada.get(`/${list}?sort=${sort}&limit=50&cursor=${cursor}`);
      expect(readsOf(list)).not.toEqual([]);
      for (const { text, values } of readsOf(list)) {
        const [row] = await planOf<[{ Plan: Plan }]>(world, ada, `explain (format json) ${text}`, values);
        expect(indexes(row![0].Plan)).toEqual([expect.stringContaining(`${list}_`)]);
        expect(sortedRows(row![0].Plan)).toBeLessThan(1000);
      }
    }
  });

  it.each(['of the one who did nearly everything', 'of one who did nothing'])(
    'pages of the audit log of a member come from the index of members: %s',
    async (which) => {
      const member_id = which.includes('nothing') ? task.id : ada.memberId;
      seen.length = 0;
      expect((await ada.get(`/audit-log?member_id=${member_id}&limit=50`)).status).toBe(200);
      expect(readsOf('events')).not.toEqual([]);
      for (const { text, values } of readsOf('events'))
        for (const explain of ['generic_plan, ', '']) {
          const given = explain ? [] : values;
          const [row] = await planOf<[{ Plan: Plan }]>(world, ada, `explain (${explain}format json) ${text}`, given);
          const used = indexes(row![0].Plan);
          expect(used.length).toBeGreaterThan(0);
          for (const name of used) expect(name).toMatch(/^events_.*_member_id_/);
        }
    },
  );

  it('use the index for the next page too', async () => {
    const { next_cursor: cursor } = (await ada.get('/tasks?limit=50')).body;
    seen.length = 0;
    await ada.get(`/tasks?limit=50&cursor=${cursor}`);
    for (const { text } of seen) expect(await scans(text)).toEqual([]);
  });
});

/** Large tables that the plan, or a part of it, reads as a whole; months that are still empty are not among them. */
function scanned(plan: Plan): string[] {
  const name = plan['Relation Name'] ?? '';
  const isScanned =
    plan['Node Type'] === 'Seq Scan' &&
    plan['Plan Rows'] > 1 &&
    large.some((table) => name === table || name.startsWith(`${table}_2`));
  return [...(isScanned ? [name] : []), ...(plan.Plans ?? []).flatMap(scanned)];
}

const withParts = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(withParts)];
const indexes = (plan: Plan) => withParts(plan).flatMap((part) => part['Index Name'] ?? []);
const sortedRows = (plan: Plan) =>
  Math.max(0, ...withParts(plan).flatMap((part) => (part['Node Type'] === 'Sort' ? part['Plan Rows'] : [])));

/** The number of notes that mention the one task; each of the others mentions another. */
const backlinks = 20;

async function seed({ asOwner: run }: World, { tenantId, memberId }: Caller, projectId: string, taskId: string) {
  await run(
    `insert into tasks (tenant_id, id, title, priority, position, metadata,
       project_id, status_id, status_category, identifier, created_at, updated_at)
     select p.tenant_id, gen_random_uuid(), 'Task ' || n, 'none', n, '{}',
       p.id, p.default_status_id, 'unstarted', 'BIG-' || (n + 1), now() - make_interval(secs => n), now()
     from projects p, generate_series(1, 30000) n where p.tenant_id = $1 and p.id = $2`,
    [tenantId, projectId],
  );
  await run(
    `insert into notes (tenant_id, id, title, body, word_count, notebook_id, tags, is_pinned, is_archived,
       metadata, created_at, updated_at)
     select b.tenant_id, gen_random_uuid(), 'Note ' || n, 'Body', 1, b.id, '{}', false, false,
       '{}', now() - make_interval(secs => n), now()
     from notebooks b, generate_series(1, 20000) n where b.tenant_id = $1`,
    [tenantId],
  );
  await run(
    `insert into note_links (tenant_id, id, note_id, reference)
     select tenant_id, gen_random_uuid(), id,
       'task:' || case when row_number() over () <= ${backlinks} then $2 else gen_random_uuid() end
     from notes where tenant_id = $1`,
    [tenantId, taskId],
  );
  await run(
    `insert into events (tenant_id, id, type, sequence, is_public, resource_type, resource_id,
       actor_type, actor_id, member_id, channels, metadata, data, created_at)
     select $1, first_id_at(now() - make_interval(secs => n / 1000.0)), 'task.updated', 1000000 + n, true, 'task',
       gen_random_uuid(), 'member', $2::text, $2::uuid, '{tasks}', '{}', '{}', now() - make_interval(secs => n / 1000.0)
     from generate_series(1, 30000) n`,
    [tenantId, memberId],
  );
  await run(
    `insert into contacts (tenant_id, id, display_name, kind, vcard_uid, metadata, created_at, updated_at)
     select $1, gen_random_uuid(), 'Contact ' || n, 'individual', 'uid ' || n, '{}', now(), now()
     from generate_series(1, 10000) n`,
    [tenantId],
  );
  await run(
    `insert into projects (tenant_id, id, identifier, name, status, is_archived, is_private, metadata,
       next_task_number, created_at, updated_at)
     select $1, gen_random_uuid(), 'P' || n, 'Project ' || n, 'active', false, false, '{}', 1, now(), now()
     from generate_series(1, 10000) n`,
    [tenantId],
  );
  await run(
    `insert into deals (tenant_id, id, pipeline_id, stage_id, name, amount_cents, currency, confidence,
       has_own_confidence, contact_ids, metadata, status, position, created_at, updated_at)
     select $1, gen_random_uuid(), $1, $1, 'Deal ' || n, nullif(n % 100, 0), 'EUR', 50,
       false, '{}', '{}', 'open', n, now(), now()
     from generate_series(1, 10000) n`,
    [tenantId],
  );
  await run('analyze');
}
