import { asOwner } from '@tandem/testing/temporary-postgres';

/** Of all rows that a tenant has, by table: equal before and after means that nothing was written. */
export async function checksumsOf(databaseUrl: string, tenantId: string): Promise<Record<string, string>> {
  const tables = await asOwner<{ name: string }>(
    databaseUrl,
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname`,
  );
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name,
         count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as sum
       from "${name}" t where tenant_id = $1`,
  );
  const rows = await asOwner<{ name: string; sum: string }>(databaseUrl, parts.join(' union all '), [tenantId]);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
