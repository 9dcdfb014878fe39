import { SqlMigration } from '@tandem/platform/schema/sql-migration';

/** `due`: `due_at`, or the end of `due_date` in the time zone of the tenant. */
export class SortTasks1795965252191 extends SqlMigration {
  protected readonly change = `
      alter table tasks add column due timestamptz,
        add column sort_title text generated always as (left(title, 300)) stored;
      -- Forced row-level security hides every row from the owner of a table.
      alter table tasks no force row level security;
      alter table tenants no force row level security;
      update tasks t set due = coalesce(t.due_at, (t.due_date + 1)::timestamp at time zone z.timezone)
        from tenants z where z.tenant_id = t.tenant_id and (t.due_at is not null or t.due_date is not null);
      alter table tenants force row level security;
      alter table tasks force row level security;
      create index tasks_by_change on tasks (tenant_id, updated_at, id);
      create index tasks_by_due on tasks (tenant_id, (case when due is null then 'infinity' else due end), id);
      create index tasks_by_due_reversed on tasks
        (tenant_id, (case when due is null then '-infinity' else due end), id);
      create index tasks_by_priority on tasks
        (tenant_id, (case priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 when 'low' then 1
          else 0 end), id);
      create index tasks_in_order on tasks (tenant_id, position, id);
      create index tasks_by_title on tasks (tenant_id, sort_title collate "und-x-icu", id)`;
  protected readonly undo = `
      drop index tasks_by_title, tasks_in_order, tasks_by_priority, tasks_by_due_reversed, tasks_by_due;
      drop index tasks_by_change;
      alter table tasks drop column due, drop column sort_title`;
}
