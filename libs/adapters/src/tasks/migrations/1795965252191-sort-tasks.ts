import { SqlMigration } from '@tandem/platform/schema/sql-migration';

/** `due`: `due_at`, or the end of `due_date` in the time zone of the tenant. */
export class SortTasks1795965252191 extends SqlMigration {
  protected readonly change = `
      alter table tasks add column due timestamptz,
        add column sort_title text generated always as (left(title, 300)) stored;
      create function set_due() returns trigger language plpgsql as $$
      begin
        new.due := coalesce(new.due_at, (new.due_date + 1)::timestamp at time zone
          (select z.timezone from tenants z where z.tenant_id = new.tenant_id));
        return new;
      end $$;
      create trigger tasks_due before insert or update of due_at, due_date on tasks
        for each row when (new.due_at is not null or new.due_date is not null or new.due is not null)
        execute function set_due();
      create function move_due_dates() returns trigger language plpgsql as $$
      begin
        update tasks set due_date = due_date where tenant_id = new.tenant_id and due_date is not null;
        return null;
      end $$;
      create trigger tasks_due_dates after update of timezone on tenants
        for each row when (new.timezone <> old.timezone) execute function move_due_dates();
      -- Forced row-level security hides every row from the owner of a table.
      alter table tasks no force row level security;
      alter table tenants no force row level security;
      update tasks set due_at = due_at where due_at is not null or due_date is not null;
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
      drop trigger tasks_due_dates on tenants;
      drop trigger tasks_due on tasks;
      drop function move_due_dates, set_due;
      alter table tasks drop column due, drop column sort_title`;
}
