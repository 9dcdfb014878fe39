import { List } from '@tandem/domain/core/page';
import type { LinkedTask, LinkTarget } from '@tandem/domain/tasks/links/task-link';
import type { Row } from '@tandem/platform/postgres/batch';
import type { Database } from '@tandem/platform/postgres/database';
import { type Bind, rowsOf } from '@tandem/platform/postgres/statements';
import { bytesOf } from '@tandem/platform/store/page-bytes';
import { SqlPages } from '@tandem/platform/store/sql-pages';
import { linkedTaskView, taskFields, taskLinkView, taskView } from './task.fields.js';

const maxListed = 1000;
const latestLinkFirst = { key: 't.linked_at::text', sorted: 'order by t.linked_at desc, t.link_id desc' };

/** For rows of `withLink`. */
const view = {
  name: linkedTaskView.name,
  columns: `${taskView.columns}, (select row_to_json(v)::text
    from (select t.link_id) as linked,
    lateral (select ${taskLinkView.jsonColumns} ${rowsOf('task_links')} and t.id = linked.link_id) v) as "#link"`,
  renderRow: (row: Row) => `{"task":${taskView.renderRow(row)},"link":${String(row['#link'])}}`,
};

const withLink = (tasks: string, { entityType, entityId }: LinkTarget, bind: Bind) => `from (
  select t.*, l.id as link_id, l.created_at as linked_at from (
    select l.id, l.task_id, l.created_at ${rowsOf('task_links', 'l')}
      and l.entity_type = ${bind(entityType)} and l.entity_id = ${bind(entityId)}) l,
  lateral (select t.* ${tasks} and t.id = l.task_id) t) t`;

export class LinkedTasks {
  private readonly pages = new SqlPages(this.database, {
    table: 'tasks',
    view,
    bytes: bytesOf(taskFields.table),
    forCaller: async (rows) => rows,
  });

  constructor(private readonly database: Database) {}

  /** `tasks` are the rows `t` of a store, from FROM on. */
  async list(target: LinkTarget, tasks: (bind: Bind) => string): Promise<List<LinkedTask>> {
    const from = (bind: Bind) => withLink(tasks(bind), target, bind);
    const { rendered, isCut } = await this.pages.list(maxListed, latestLinkFirst, from);
    return new List(rendered, isCut);
  }
}
