import { SqlMigration } from '@tandem/platform/schema/sql-migration';

/** What Tandem itself did to a run counts as done by the member for whom the run works. */
export class IndexEventsOfMembers1795970000001 extends SqlMigration {
  protected readonly change = `
      -- Forced row-level security hides every row from the owner of a table.
      alter table events no force row level security;
      alter table agent_runs no force row level security;
      update events e set member_id = r.member_id from agent_runs r
      where e.resource_type = 'agent_run' and e.actor_type = 'system' and e.member_id is null
        and r.tenant_id = e.tenant_id and r.id = e.resource_id and r.member_id is not null;
      alter table agent_runs force row level security;
      alter table events force row level security;
      create index events_by_member on events (tenant_id, member_id, created_at, id) with (fillfactor = 50)
        where member_id is not null`;
  protected readonly undo = 'drop index events_by_member';
}
