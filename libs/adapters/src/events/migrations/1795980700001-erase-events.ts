import { applicationRole } from '@tandem/platform/postgres/connection';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class EraseEvents1795980700001 extends SqlMigration {
  protected readonly change = `
      -- The application may not change events. This runs as their owner, whom row-level security binds as well.
      -- The event of the erasure itself shows the erased record, as a copy of the records needs it.
      create function erase_events(resources uuid[]) returns void
        language sql security definer set search_path = public, pg_temp as $$
        update events e set
          data = case when e.type like '%.erased' then e.data else '{"erased": true}' end,
          metadata = case when e.metadata ? 'changes' then e.metadata || '{"changes": {"erased": true}}'
            else e.metadata end
        where e.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
          and e.resource_id = any(resources)
      $$;
      revoke execute on function erase_events(uuid[]) from public;
      grant execute on function erase_events(uuid[]) to ${applicationRole};`;
  protected readonly undo = 'drop function erase_events(uuid[])';
}
