import type { TaskLink } from '@tandem/domain/tasks/links/task-link';
import type { TaskLinks } from '@tandem/domain/tasks/links/task-links.port';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import { Database } from '@tandem/platform/postgres/database';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { taskLinkTable } from './task-link.table.js';
import { taskLinkView } from './task-link.view.js';

export class SqlTaskLinks extends SqlParts<TaskLink> implements TaskLinks {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: taskLinkTable, view: taskLinkView, whole: 'task_id' });
  }

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

  allOf(taskId: string): Promise<TaskLink[]> {
    return this.select((bind) => `t.task_id = ${bind(taskId)}`, 'order by t.id');
  }

  async findOf(taskId: string, id: string): Promise<TaskLink | undefined> {
    const [link] = await this.select((bind) => `t.task_id = ${bind(taskId)} and t.id = ${bind(id)}`);
    return link;
  }
}
