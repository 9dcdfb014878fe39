import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateLabels1795971000000 extends SqlMigration {
  protected readonly change = `
      create table labels (
        tenant_id uuid not null,
        id uuid not null,
        name text not null,
        color text not null,
        description text,
        folded_name text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint labels_name_key unique (tenant_id, folded_name)
      );
      create index labels_by_age on labels (tenant_id, created_at desc, id desc);
      ${tenantRows('labels')}

      alter table tasks add column label_ids uuid[] not null default '{}';
      -- Repeats label_ids and created_at of tasks, for foreign keys and for lists of the tasks with a label.
      create table task_labels (
        tenant_id uuid not null,
        label_id uuid not null,
        task_id uuid not null,
        created_at timestamptz not null,
        primary key (tenant_id, task_id, label_id),
        constraint task_labels_task_id_fkey foreign key (tenant_id, task_id) references tasks (tenant_id, id),
        constraint task_labels_label_ids_fkey foreign key (tenant_id, label_id) references labels (tenant_id, id)
      );
      create index task_labels_by_age on task_labels (tenant_id, label_id, created_at desc, task_id desc);
      ${tenantRows('task_labels', { application: 'select, insert, delete' })}`;
  protected readonly undo = `
      drop table task_labels, labels;
      alter table tasks drop column label_ids`;
}
