import { beforeAll, describe, expect, it } from '@jest/globals';
import { Project } from '@tandem/domain/projects/project';
import { Projects } from '@tandem/domain/projects/projects.port';
import { Task } from '@tandem/domain/tasks/task';
import { Tasks } from '@tandem/domain/tasks/tasks.port';
import { asTenant } from '@tandem/testing/as-tenant';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { useTwoTenants } from '@tandem/testing/two-tenants';

const refused = { code: '23514' };

/** Of each table what a row may be set to, and what breaks a rule. */
const tables = {
  tasks: {
    sound: [
      'estimation_minutes = 0, time_spent_minutes = 5',
      "due_date = '2026-03-01'",
      "status_category = 'completed', completed_at = now()",
      "status_category = 'canceled', canceled_at = now()",
      'snoozed_until = now(), next_occurrence = now()',
    ],
    broken: [
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
    sound: ["identifier = 'B2'", "start_date = '2026-03-01', target_date = '2026-03-01'", "target_date = '2026-03-01'"],
    broken: [
      "identifier = 'b2'",
      "identifier = 'ABCDEFGHIJK'",
      "status = 'gone'",
      "start_date = '2026-03-02', target_date = '2026-03-01'",
    ],
  },
};

describe.each(Object.entries(tables))('the rows of %s', (table, { sound, broken }) => {
  const world = useTwoTenants();
  /** The owner of the tables, whom no other rule binds. */
  const set = (what: string) => asOwner(world.databaseUrl, `begin; update ${table} set ${what}; rollback`);

  beforeAll(() =>
    asTenant(world.ours.tenantId, async () => {
      const statuses = await world.get(Projects).statusesOf(null);
      await world.get(Projects).add(new Project({ name: 'Bridge', identifier: 'B' }));
      await world.get(Tasks).add(new Task({ title: 'Survey' }, { project: null, statuses }, null));
    }),
  );

  it.each(sound)('may have %s', async (what) => {
    await set(what);
  });

  it.each(broken)('may not have %s', async (what) => {
    await expect(set(what)).rejects.toMatchObject(refused);
  });
});
