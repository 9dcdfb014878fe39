import { currentScope } from '@tandem/domain/core/scope';
import type { LinkTarget, TaskLink } from '@tandem/domain/tasks/links/task-link';
import type { TaskLinks } from '@tandem/domain/tasks/links/task-links.port';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import { keeping } from '@tandem/platform/postgres/keeping';
import type { Bind } from '@tandem/platform/postgres/params';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { taskLinkTable } from './task.table.js';
import { taskLinkView } from './task.view.js';

export class SqlTaskLinks
  extends keeping(SqlParts<TaskLink>, { table: taskLinkTable, view: taskLinkView, whole: 'task_id' })
  implements TaskLinks
{
  addOnce(link: TaskLink): Promise<TaskLink> {
    return this.database.run(async () => {
      // Links of one task are made one after the other, so that of two equal ones the second finds the first.
      await this.database.batch([advisoryLock(`task_links ${link.taskId}`)]);
      const [there] = await this.select(
        (bind) =>
          `t.task_id = ${bind(link.taskId)} and t.entity_type = ${bind(link.entityType)} and t.entity_id = ${bind(link.entityId)}`,
      );
      if (!there) return this.add(link);
      there.alreadyThere = true;
      return there;
    });
  }

  async redirect({ entityType, entityId }: LinkTarget, toId: string): Promise<void> {
    await this.database.run(async () => {
      const leadingTo = (id: string, bind: Bind) => `t.entity_type = ${bind(entityType)} and t.entity_id = ${bind(id)}`;
      const links = await this.select((bind) => leadingTo(entityId, bind), 'order by t.id for update of t');
      const there = new Set((await this.select((bind) => leadingTo(toId, bind))).map(({ taskId }) => taskId));
      const projects = await this.projectsOf(links);
      for (const link of links) {
        link.delete({ projectId: projects.get(link.taskId) ?? null });
        const isSecond = there.has(link.taskId);
        await this.write([...(isSecond ? [this.deletion(link)] : []), ...this.eventsOf(link)]);
        if (isSecond) continue;
        // Changed in place, for a row inserted anew would lock its task, which may be waiting for what it leads to.
        link.leadTo(toId);
        await this.save(link);
      }
    });
  }

  allOf(taskId: string): Promise<TaskLink[]> {
    return this.select((bind) => `t.task_id = ${bind(taskId)}`, 'order by t.id');
  }

  private async projectsOf(links: readonly TaskLink[]): Promise<Map<string, string | null>> {
    const text = 'select id, project_id from tasks where tenant_id = $1 and id = any($2::uuid[])';
    const rows = await this.database.query(text, [currentScope().tenantId, links.map(({ taskId }) => taskId)]);
    return new Map(rows.map(({ id, project_id: projectId }) => [id as string, projectId as string | null]));
  }
}
