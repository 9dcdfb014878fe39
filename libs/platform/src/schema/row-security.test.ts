import { beforeAll, describe, expect, it } from '@jest/globals';
import { inScope, noTenant, systemScope } from '@tandem/domain/core/scope';
import { newId } from '@tandem/domain/core/id';
import { applicationRole, sweeperRole } from '@tandem/platform/postgres/connection';
import { tenantlessTables } from '@tandem/testing/catalogue';
import { asTenant } from '@tandem/testing/as-tenant';
import { type KeyFacts, keysOf, type TableFacts, tablesOf } from '@tandem/testing/catalogue';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { useTwoTenants } from '@tandem/testing/two-tenants';

describe('the migrated database', () => {
  const world = useTwoTenants();
  let tables: TableFacts[];
  let keys: KeyFacts[];
  const exempt = new Set<string>([...tenantlessTables, 'migrations']);
  const ofTenants = () => tables.filter(({ name }) => !exempt.has(name));
  const query = (text: string, values: unknown[] = []) => world.database.query(text, values);

  beforeAll(async () => {
    [tables, keys] = await Promise.all([tablesOf(world.databaseUrl), keysOf(world.databaseUrl)]);
  });

  it('has tables', () => {
    expect(ofTenants().map(({ name }) => name)).toEqual(expect.arrayContaining(['tasks', 'projects', 'events']));
  });

  it('forces row-level security, with a policy, on every tenant table', () => {
    const open = ofTenants().filter(({ isForced, policies, isPartition }) => !isPartition && (!isForced || !policies));
    expect(open).toEqual([]);
  });

  it('grants access to partitions only to the owner', async () => {
    const granted = await asOwner(
      world.databaseUrl,
      `select table_name, grantee from information_schema.role_table_grants
       where table_schema = 'public' and grantee in ($1, $2) and table_name = any($3)`,
      [applicationRole, sweeperRole, tables.filter(({ isPartition }) => isPartition).map(({ name }) => name)],
    );
    expect(granted).toEqual([]);
  });

  it('begins every primary key, unique constraint and foreign key with the tenant', () => {
    const partitions = new Set(tables.filter(({ isPartition }) => isPartition).map(({ name }) => name));
    const others = keys.filter(({ table, columns }) => columns[0] !== 'tenant_id' && !partitions.has(table));
    expect(others.filter(({ table }) => !exempt.has(table))).toEqual([]);
  });

  it('has no triggers, and no foreign key actions except cascading deletes', async () => {
    const actions = await asOwner(
      world.databaseUrl,
      `select conname as name from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
         and (confdeltype in ('n', 'd') or confupdtype not in ('a', 'r'))
       union all
       select tgname from pg_trigger g join pg_class c on c.oid = g.tgrelid
       where c.relnamespace = 'public'::regnamespace and not tgisinternal`,
    );
    expect(actions).toEqual([]);
  });

  it('exempts only tables that are read before the tenant is known', () => {
    const exceptions = tables.filter(({ name }) => exempt.has(name) && name !== 'migrations');
    for (const { name } of exceptions) expect(tenantlessTables).toContain(name);
    expect(exceptions.every(({ isForced }) => !isForced)).toBe(true);
  });

  it('gives the two roles no tables, no login, no superuser rights and no bypass of row-level security', async () => {
    const roles = await asOwner(
      world.databaseUrl,
      `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin
       from pg_roles where rolname in ($1, $2) order by 1`,
      [applicationRole, sweeperRole],
    );
    const none = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolcanlogin: false };
    expect(roles).toEqual([
      { rolname: applicationRole, ...none },
      { rolname: sweeperRole, ...none },
    ]);
    expect(tables.filter(({ owner }) => owner === applicationRole || owner === sweeperRole)).toEqual([]);
  });

  it('restricts security definer functions to the two roles, with a fixed search path', async () => {
    const functions = await asOwner(
      world.databaseUrl,
      `select p.proname as name, p.proconfig as settings,
          exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner)))
            where grantee = 0) as "isPublic"
       from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace
       order by p.proname`,
    );
    const path = 'search_path=pg_catalog, public, pg_temp';
    const searching = { settings: [path, 'plan_cache_mode=force_custom_plan'], isPublic: false };
    const guarded = { settings: ['search_path=public, pg_temp'], isPublic: false };
    expect(functions).toEqual([
      { name: 'erase_events', ...guarded },
      { name: 'erase_tenant', ...guarded },
      { name: 'make_event_partitions', ...guarded },
      { name: 'search_documents_matching', ...searching },
      { name: 'search_words_like', ...searching },
    ]);
    const make = (months: number) =>
      asTenant(world.ours.tenantId, () => query('select make_event_partitions($1)', [months]));
    expect(await make(24)).toEqual([{ make_event_partitions: expect.any(Number) }]);
    for (const months of [-1, 25, 1_000_000]) await expect(make(months)).rejects.toMatchObject({ code: '22023' });
  });

  it('shows no rows without a tenant', async () => {
    for (const { name, isPartition } of ofTenants()) {
      if (isPartition) continue;
      const client = await world.database.pool.connect();
      try {
        const { rows } = await client.query<{ count: number }>(`select count(*) from ${name}`);
        expect([name, rows[0]!.count]).toEqual([name, 0]);
      } finally {
        client.release();
      }
    }
  });

  it('shows a tenant only its own rows, even if a query lacks the condition', async () => {
    for (const { name, isPartition } of ofTenants()) {
      if (isPartition) continue;
      const strangers = await asTenant(world.ours.tenantId, () =>
        query(`select 1 from ${name} where tenant_id <> $1`, [world.ours.tenantId]),
      );
      expect([name, strangers]).toEqual([name, []]);
    }
    const found = await asTenant(world.ours.tenantId, () => query('select id from members'));
    expect(found).toEqual([{ id: world.ours.memberId }]);
  });

  it('rejects a row for another tenant', async () => {
    const insert = `insert into sections (tenant_id, id, project_id, name, position, created_at, updated_at)
      values ($1, $2, $2, 'x', 1, now(), now())`;
    const attempt = asTenant(world.ours.tenantId, () => query(insert, [world.theirs.tenantId, newId()]));
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
  });

  it('rejects moving a row to another tenant, or taking one from it', async () => {
    const give = asTenant(world.ours.tenantId, () =>
      query('update members set tenant_id = $1', [world.theirs.tenantId]),
    );
    await expect(give).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|23503)$/) });
    const take = await asTenant(world.ours.tenantId, () =>
      query(`update members set name = 'taken' where id = $1 returning id`, [world.theirs.memberId]),
    );
    expect(take).toEqual([]);
  });

  it('never changes or deletes an event', async () => {
    for (const text of [`update events set type = 'x'`, 'update events set sequence = 1', 'delete from events'])
      await expect(asTenant(world.ours.tenantId, () => query(text))).rejects.toMatchObject({ code: '42501' });
    const sweeping = (text: string) => world.database.acrossTenants(() => query(text));
    for (const text of [`update events set data = '{}'`, 'delete from events'])
      await expect(sweeping(text)).rejects.toMatchObject({ code: '42501' });
  });

  it('leaves no tenant set on a pooled connection', async () => {
    await asTenant(world.ours.tenantId, () => query('select 1'));
    const left = await Promise.all(
      Array.from({ length: 10 }, () =>
        world.database.pool.query(`select current_setting('app.tenant_id', true) as left`),
      ),
    );
    for (const { rows } of left) expect([null, '']).toContain((rows[0] as { left: string | null }).left);
    expect(await inScope(systemScope(noTenant), () => query('select 1 from tasks'))).toEqual([]);
  });
});
