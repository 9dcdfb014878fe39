import { dropRowRules, rowRules } from '@tandem/platform/schema/row-rules';
import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

const rules = rowRules(
  'tasks',
  {
    priority: 'text',
    status_category: 'text',
    completed_at: 'timestamptz',
    canceled_at: 'timestamptz',
    snoozed_until: 'timestamptz',
    next_occurrence: 'timestamptz',
    due_at: 'timestamptz',
    due_date: 'date',
    id: 'uuid',
    parent_id: 'uuid',
    estimation_minutes: 'int',
    time_spent_minutes: 'int',
  },
  [
    "priority in ('none', 'low', 'medium', 'high', 'urgent')",
    "(completed_at is not null) = (status_category = 'completed')",
    "(canceled_at is not null) = (status_category = 'canceled')",
    'snoozed_until is null or (completed_at is null and canceled_at is null)',
    'next_occurrence is null or (completed_at is null and canceled_at is null)',
    'due_at is null or due_date is null',
    'parent_id <> id',
    'estimation_minutes >= 0',
    'time_spent_minutes >= 0',
  ],
);

export class CreateTasks1764000005000 extends SqlMigration {
  protected readonly change = `
      create table tasks (
        tenant_id uuid not null,
        id uuid not null,
        title text not null,
        description text,
        priority text not null,
        position int not null,
        metadata jsonb not null,
        assignee_id uuid,
        creator_id uuid,
        parent_id uuid,
        project_id uuid,
        section_id uuid,
        status_id uuid not null,
        status_category text not null,
        identifier text,
        due_at timestamptz,
        due_date date,
        deadline date,
        start_date date,
        snoozed_until timestamptz,
        next_occurrence timestamptz,
        rrule text,
        series_start text,
        series_before int not null default 0,
        recurs_from uuid,
        successor_id uuid,
        estimation_minutes int,
        time_spent_minutes int,
        completed_at timestamptz,
        canceled_at timestamptz,
        canceled_with uuid,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint tasks_identifier_key unique (tenant_id, identifier),
        constraint tasks_parent_id_fkey foreign key (tenant_id, parent_id) references tasks (tenant_id, id),
        constraint tasks_recurs_from_fkey foreign key (tenant_id, recurs_from) references tasks (tenant_id, id),
        constraint tasks_section_id_fkey foreign key (tenant_id, section_id) references sections (tenant_id, id)
      );
      create index tasks_by_age on tasks (tenant_id, created_at desc, id desc);
      create index tasks_by_project on tasks (tenant_id, project_id, created_at desc, id desc);
      create index tasks_by_assignee on tasks (tenant_id, assignee_id, created_at desc, id desc)
        where assignee_id is not null;
      create index tasks_by_parent on tasks (tenant_id, parent_id) where parent_id is not null;
      -- In a project the position is the task's number.
      create index tasks_by_position on tasks (tenant_id, position) where project_id is null;
      -- No task has two successors; a deleted successor keeps its reference.
      create unique index tasks_by_predecessor on tasks (tenant_id, recurs_from)
        where recurs_from is not null and deleted_at is null;
      create index tasks_by_cancel on tasks (tenant_id, canceled_with) where canceled_with is not null;
      create index tasks_by_next_occurrence on tasks (next_occurrence) where next_occurrence is not null;
      create index tasks_snoozed on tasks (snoozed_until) where snoozed_until is not null;
      ${rules}
      ${tenantRows('tasks', { sweeper: 'select (tenant_id, id, snoozed_until, next_occurrence, deleted_at)' })}

      -- Former identifiers of tasks that moved to another project.
      create table task_aliases (
        tenant_id uuid not null,
        identifier text not null,
        task_id uuid not null,
        constraint task_aliases_identifier_key primary key (tenant_id, identifier),
        constraint task_aliases_task_id_fkey foreign key (tenant_id, task_id) references tasks (tenant_id, id)
      );
      ${tenantRows('task_aliases', { application: 'select, insert' })}`;
  protected readonly undo = `drop table task_aliases, tasks; ${dropRowRules('tasks')}`;
}
