import { beforeAll, describe, expect, it } from '@jest/globals';
import { inTenant, noTenant } from '@tandem/domain/core/scope';
import { EraseClosedTenants } from '@tandem/domain/tenants/erase-closed-tenants';
import { useWorld } from '@tandem/testing/world';

describe('a closed tenant', () => {
  const world = useWorld({ workers: 1 });
  const { ada, other, operator } = world;
  const erase = () => inTenant(noTenant, () => world.api.container.get(EraseClosedTenants).run());

  /** The number of rows by table that the tenant has. */
  const rowsOf = async (tenantId: string) => {
    const tables = await world.asOwner<{ name: string }>(
      `select distinct c.table_name as name from information_schema.columns c join information_schema.tables t
         using (table_schema, table_name) where c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE'`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const text = `select count(*)::int as count from ${name} where tenant_id = $1`;
      const [found] = await world.asOwner<{ count: number }>(text, [tenantId]);
      if (found!.count) counts[name] = found!.count;
    }
    return counts;
  };

  beforeAll(async () => {
    const project = (await ada.post('/projects', { name: 'Launch' })).body.id as string;
    const task = (await ada.post('/tasks', { title: 'Parent', project_id: project })).body.id as string;
    const child = (await ada.post('/tasks', { title: 'Child', project_id: project, parent_id: task })).body
      .id as string;
    await ada.post(`/tasks/${child}/comments`, { body: 'Fine' });
    const contact = (await ada.post('/contacts', { display_name: 'A' })).body.id as string;
    const merged = (await ada.post('/contacts', { display_name: 'B' }, { 'idempotency-key': 'b' })).body.id as string;
    await ada.post(`/contacts/${contact}/merge`, { source_id: merged });
    await ada.post('/notes', { title: 'Plan', body: `[[task:${task}]]` });
    await ada.post('/pipelines', { name: 'Sales' });
    await ada.post('/invitations', {
      email: 'eve@example.com',
      access_policies: [{ domain: '*', access_level: 'read' }],
    });
    await other.post('/tasks', { title: 'Theirs' });
  });

  it('cannot be used from the moment on', async () => {
    expect((await ada.delete(`/tenants/${ada.tenantId}`)).status).toBe(401);
    expect((await ada.get('/me')).status).toBe(200);
    expect((await operator.delete(`/tenants/${ada.tenantId}`)).status).toBe(204);
    expect((await operator.delete(`/tenants/${ada.tenantId}`)).status).toBe(204);
    expect((await ada.get('/me')).status).toBe(401);
    const { body } = await operator.get(`/tenants/${ada.tenantId}`);
    expect(body).toMatchObject({ id: ada.tenantId, closed_at: expect.any(String) });
    expect((await operator.delete('/tenants/0199a000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await other.get('/me')).body.tenant).toMatchObject({ closed_at: null });
  });

  it('keeps its rows for 30 days, and none after that', async () => {
    await erase();
    expect(Object.keys(await rowsOf(ada.tenantId)).length).toBeGreaterThan(15);
    const before = await rowsOf(other.tenantId);
    await world.asOwner(`update tenants set closed_at = closed_at - interval '31 days' where tenant_id = $1`, [
      ada.tenantId,
    ]);
    await erase();
    expect(await rowsOf(ada.tenantId)).toEqual({});
    expect(await rowsOf(other.tenantId)).toEqual(before);
    expect((await operator.get(`/tenants/${ada.tenantId}`)).status).toBe(404);
  });
});
