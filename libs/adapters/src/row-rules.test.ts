import { beforeAll, describe, expect, it } from '@jest/globals';
import { Project } from '@tandem/domain/projects/project';
import { Projects } from '@tandem/domain/projects/projects.port';
import { Task } from '@tandem/domain/tasks/task';
import { Tasks } from '@tandem/domain/tasks/tasks.port';
import { asTenant } from '@tandem/testing/as-tenant';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { useTwoTenants } from '@tandem/testing/two-tenants';

const checkViolation = { code: '23514' };

const tables = {
  tasks: {
    valid: [
      'estimation_minutes = 0, time_spent_minutes = 5',
      "due_date = '2026-03-01'",
      "status_category = 'completed', completed_at = now()",
      "status_category = 'canceled', canceled_at = now()",
      'snoozed_until = now(), next_occurrence = now()',
    ],
    invalid: [
      "priority = 'gigantic'",
      'completed_at = now()',
      "status_category = 'completed'",
      'canceled_at = now()',
      "status_category = 'canceled'",
      "status_category = 'completed', completed_at = now(), canceled_at = now()",
      "status_category = 'completed', completed_at = now(), snoozed_until = now()",
      "status_category = 'canceled', canceled_at = now(), snoozed_until = now()",
      "status_category = 'completed', completed_at = now(), next_occurrence = now()",
      "status_category = 'canceled', canceled_at = now(), next_occurrence = now()",
      "due_date = '2026-03-01', due_at = now()",
      'parent_id = id',
      'estimation_minutes = -1',
      'time_spent_minutes = -1',
    ],
  },
  projects: {
    valid: ["identifier = 'B2'", "start_date = '2026-03-01', target_date = '2026-03-01'", "target_date = '2026-03-01'"],
    invalid: [
      "identifier = 'b2'",
      "identifier = 'ABCDEFGHIJK'",
      "status = 'gone'",
      "start_date = '2026-03-02', target_date = '2026-03-01'",
    ],
  },
};

describe.each(Object.entries(tables))('the rows of %s', (table, { valid, invalid }) => {
  const world = useTwoTenants();
  /** As the owner, who bypasses row security. */
  const set = (values: string) => asOwner(world.databaseUrl, `begin; update ${table} set ${values}; rollback`);

  beforeAll(() =>
    asTenant(world.ours.tenantId, async () => {
      const statuses = await world.get(Projects).statusesOf(null);
      await world.get(Projects).add(new Project({ name: 'Bridge', identifier: 'B' }));
      await world.get(Tasks).add(new Task({ title: 'Survey' }, { project: null, statuses }, null));
    }),
  );

  it.each(valid)('may have %s', async (values) => {
    await set(values);
  });

  it.each(invalid)('may not have %s', async (values) => {
    await expect(set(values)).rejects.toMatchObject(checkViolation);
  });
});
