import { beforeAll, describe, expect, it } from '@jest/globals';
import { inTenant } from '@tandem/domain/core/scope';
import { useWorld } from '@tandem/testing/world';
import { watchStatements } from './statements.js';

/** As many as fit into a few pages. */
const others = `insert into projects select other.* from projects p, generate_series(1, 99) n,
  jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'identifier', 'OTHER' || n)) other where p.tenant_id = $1`;

describe('a new task of one of a hundred projects', () => {
  const world = useWorld();
  const { ada, asOwner } = world;
  let project_id: string;

  beforeAll(async () => {
    project_id = (await ada.post('/projects', { name: 'Fast' })).body.id as string;
    await asOwner(others, [ada.tenantId]);
    await asOwner('analyze');
  });

  it('finds the project by an index: the table is small, but each new task leaves an old version of a row in it', async () => {
    const seen = watchStatements(world);
    expect((await ada.post('/tasks', { title: 'x', project_id })).status).toBe(201);
    const numbering = seen.find(({ text }) => text.startsWith('update projects'))!;
    const explain = () => world.api.database.query(`explain ${numbering.text}`, numbering.values);
    const plan = (await inTenant(ada.tenantId, explain)).map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using projects_/);
  });
});
