import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateTaskParts1764000005500 extends SqlMigration {
  protected readonly change = `
      create table task_comments (
        tenant_id uuid not null,
        id uuid not null,
        task_id uuid not null,
        author_id uuid,
        parent_comment_id uuid,
        body text not null,
        metadata jsonb not null,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint task_comments_task_id_fkey foreign key (tenant_id, task_id) references tasks (tenant_id, id),
        constraint task_comments_parent_comment_id_fkey
          foreign key (tenant_id, parent_comment_id) references task_comments (tenant_id, id)
      );
      create index task_comments_by_task on task_comments (tenant_id, task_id, created_at desc, id desc);
      create index task_comments_by_parent on task_comments (tenant_id, parent_comment_id)
        where parent_comment_id is not null;
      ${tenantRows('task_comments')}

      create table task_links (
        tenant_id uuid not null,
        id uuid not null,
        task_id uuid not null,
        entity_type text not null,
        entity_id uuid not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint task_links_link_key unique (tenant_id, task_id, entity_type, entity_id),
        constraint task_links_task_id_fkey foreign key (tenant_id, task_id) references tasks (tenant_id, id)
      );
      create index task_links_by_task on task_links (tenant_id, task_id, created_at desc, id desc);
      create index task_links_by_entity on task_links (tenant_id, entity_type, entity_id);
      ${tenantRows('task_links')}`;
  protected readonly undo = 'drop table task_links, task_comments';
}
