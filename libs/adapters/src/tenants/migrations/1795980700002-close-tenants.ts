import { sweeperRole } from '@tandem/platform/postgres/connection';
import { ownerPolicy } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CloseTenants1795980700002 extends SqlMigration {
  protected readonly change = `
      alter table tenants add column closed_at timestamptz;
      grant select (closed_at) on tenants to ${sweeperRole};

      -- Tables of earlier versions, to whose rows the owner had no access.
      do $$
      declare
        name text;
      begin
        for name in select relname from pg_class c where relforcerowsecurity and relnamespace = 'public'::regnamespace
          and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = relname || '_of_owner')
        loop
          execute replace($policy$${ownerPolicy('of_tables')}$policy$, 'of_tables', name);
        end loop;
      end $$;

      -- Deletes up to about so many rows of a tenant that was closed 30 days ago, the tenant itself last. Tables come
      -- in the reverse order of their creation, rows without children first; what is still referred to waits.
      create function erase_tenant(erased uuid, max_rows int) returns bigint
        language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        batch text;
        count bigint;
        total bigint := 0;
        is_referenced boolean := false;
      begin
        perform set_config('app.tenant_id', erased::text, true);
        if not exists (
          select from tenants t where t.tenant_id = erased and t.closed_at < now() - interval '30 days'
        ) then
          return 0;
        end if;
        for batch in
          select format('delete from public.%1$I t where t.tenant_id = $1', c.relname) || case
            when not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'id') then ''
            else format(' and t.id in (select t.id from public.%1$I t where t.tenant_id = $1%2$s limit $2)', c.relname,
              (select string_agg(format(' and not exists (select from public.%I child
                  where child.tenant_id = t.tenant_id and child.%I = t.id)', c.relname, a.attname), '')
                from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[2]
                where k.contype = 'f' and k.conrelid = c.oid and k.confrelid = c.oid)) end
          from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
            and c.relname <> 'tenants'
            and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
          order by c.oid desc
        loop
          begin
            execute batch using erased, max_rows;
            get diagnostics count = row_count;
            total := total + count;
          exception when foreign_key_violation then
            is_referenced := true;
          end;
          exit when total >= max_rows;
        end loop;
        if total = 0 and is_referenced then
          raise exception 'rows of the tenant % refer to each other in a circle', erased;
        end if;
        if total = 0 then
          delete from tenants t where t.tenant_id = erased;
        end if;
        return total;
      end $$;
      revoke execute on function erase_tenant(uuid, int) from public;
      grant execute on function erase_tenant(uuid, int) to ${sweeperRole};`;
  protected readonly undo = `drop function erase_tenant(uuid, int); alter table tenants drop column closed_at`;
}
