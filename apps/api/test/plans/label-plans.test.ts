import { beforeAll, describe, expect, it } from '@jest/globals';
import { plannedInOrder } from '@tandem/platform/postgres/statements';
import { asTenant } from '@tandem/testing/as-tenant';
import { useWorld } from '@tandem/testing/world';
import { watchStatements } from './statements.js';

interface Node {
  'Node Type': string;
  'Actual Rows': number;
  Plans?: Node[];
}

const many = 20_000;
const listed = 20;

describe('lists of the tasks with a label among many', () => {
  const world = useWorld();
  const { ada, asOwner } = world;
  const labels: Record<string, string> = {};

  beforeAll(async () => {
    for (const name of ['common', 'rare', 'old'])
      labels[name] = (await ada.post('/labels', { name, color: '#000000' })).body.id as string;
    await asOwner(
      `insert into tasks (tenant_id, id, title, priority, position, metadata, status_id, status_category, label_ids,
          created_at, updated_at)
        select $1, gen_random_uuid(), n, 'none', n, '{}', s.id, s.category, array_remove(array[
          case when n % 2 = 0 then $2::uuid end, case when n % 1000 = 0 then $3::uuid end,
          case when n > ${many} - 500 then $4::uuid end], null), now() - n * interval '1 minute', now()
        from generate_series(1, ${many}) n
        join statuses s on s.tenant_id = $1 and s.project_id is null and s.category = 'unstarted'`,
      [ada.tenantId, labels.common, labels.rare, labels.old],
    );
    await asOwner(`insert into task_labels (tenant_id, task_id, label_id, created_at)
      select tenant_id, id, unnest(label_ids), created_at from tasks`);
    await asOwner('analyze');
  });

  const planFor = async (names: readonly string[]) => {
    const seen = watchStatements(world);
    const { status, body } = await ada.get(
      `/tasks?limit=${listed}&label_id=${names.map((name) => labels[name]).join()}`,
    );
    expect([status, body.data.length]).toEqual([200, listed]);
    const { text, values } = seen.find((statement) => statement.text.includes('task_labels'))!;
    const explain = { text: `explain (analyze, format json) ${text}`, values };
    const [, outcome] = await asTenant(ada.tenantId, () => world.api.database.batch([plannedInOrder, explain]));
    const [{ Plan: plan }] = outcome!.rows[0]!['QUERY PLAN'] as [{ Plan: Node }];
    return nodesOf(plan);
  };
  const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

  it.each([[['common']], [['rare']], [['old']], [['common', 'old']], [['rare', 'old', 'common']]])(
    'read no more than a page of it, in its order: %j',
    async (names) => {
      const read = (await planFor(names)).filter(({ 'Node Type': type }) => type.includes('Scan'));
      expect(read.length).toBeGreaterThan(0);
      for (const node of read) expect(node['Actual Rows']).toBeLessThanOrEqual(3 * listed);
    },
  );
});
