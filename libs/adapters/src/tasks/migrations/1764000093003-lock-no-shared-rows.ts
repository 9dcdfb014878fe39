import type { Migration, QueryRunner } from '@tandem/platform/store/table';

/**
 * Members and projects are never deleted, and what a task refers to is checked by whoever writes it: a foreign key would lock
 * one row by all writers at once. A status that is taken away, or changes its category, is locked by whoever does so.
 */
export class LockNoSharedRows1764000093003 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table tasks drop constraint tasks_creator_id_fkey, drop constraint tasks_assignee_id_fkey,
        drop constraint tasks_project_id_fkey, drop constraint tasks_status_id_fkey;
      alter table task_comments drop constraint task_comments_author_id_fkey`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table tasks
        add constraint tasks_assignee_id_fkey foreign key (tenant_id, assignee_id) references members (tenant_id, id),
        add constraint tasks_creator_id_fkey foreign key (tenant_id, creator_id) references members (tenant_id, id),
        add constraint tasks_project_id_fkey foreign key (tenant_id, project_id) references projects (tenant_id, id),
        add constraint tasks_status_id_fkey foreign key (tenant_id, status_id, status_category)
          references statuses (tenant_id, id, category) on update cascade;
      alter table task_comments add constraint task_comments_author_id_fkey
        foreign key (tenant_id, author_id) references members (tenant_id, id)`);
  }
}
