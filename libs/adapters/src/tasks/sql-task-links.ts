import type { Rendered } from '@tandem/domain/core/page';
import type { LinkTarget, TaskLink } from '@tandem/domain/tasks/links/task-link';
import type { TaskLinks } from '@tandem/domain/tasks/links/task-links.port';
import { advisoryLock, type Bind, rowsOf } from '@tandem/platform/postgres/statements';
import { storeOf } from '@tandem/platform/store/store-of';
import { SqlParts } from '@tandem/platform/store/sql-parts';
import { taskLinkFields } from './task.fields.js';

export class SqlTaskLinks
  extends storeOf(SqlParts<TaskLink>, { ...taskLinkFields, parent: 'task_id' })
  implements TaskLinks
{
  addOnce(link: TaskLink): Promise<TaskLink> {
    return this.database.run(async () => {
      // Serializes the links of a task, so that a concurrent duplicate finds the first link.
      await this.database.batch([advisoryLock('task links', link.taskId)]);
      const existing = await this.first((bind) => `t.task_id = ${bind(link.taskId)} and ${pointsTo(link, bind)}`);
      if (!existing) return this.add(link);
      existing.alreadyThere = true;
      return existing;
    });
  }

  async lockTo(target: LinkTarget): Promise<TaskLink[]> {
    const links = await this.select((bind) => pointsTo(target, bind), 'order by t.id for update of t');
    const text = `select t.id, t.project_id ${rowsOf('tasks')} and t.id = any($2::uuid[])`;
    const rows = await this.database.queryOfTenant(
      text,
      links.map(({ taskId }) => taskId),
    );
    const projects = new Map(rows.map((row) => [row.id, row.project_id as string | null]));
    for (const link of links) link.projectId = projects.get(link.taskId) ?? null;
    return links;
  }

  async tasksLinkedTo(target: LinkTarget, among: readonly string[]): Promise<Set<string>> {
    const picked = (bind: Bind) => `${pointsTo(target, bind)} and t.task_id = any(${bind(among)}::uuid[])`;
    return new Set((await this.select(picked)).map(({ taskId }) => taskId));
  }

  removeAll(links: readonly TaskLink[]): Promise<void> {
    return this.write(links.map((link) => this.deletion(link)));
  }

  targetOf({ json }: Rendered): LinkTarget {
    const shown = JSON.parse(json) as { entity_type: string; entity_id: string };
    return { entityType: shown.entity_type, entityId: shown.entity_id };
  }

  allOf(taskIds: readonly string[]): Promise<TaskLink[]> {
    return this.select((bind) => `t.task_id = any(${bind(taskIds)}::uuid[])`, 'order by t.id');
  }
}

const pointsTo = ({ entityType, entityId }: LinkTarget, bind: Bind) =>
  `t.entity_type = ${bind(entityType)} and t.entity_id = ${bind(entityId)}`;
