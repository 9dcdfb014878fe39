import type { Statement } from '@tandem/platform/postgres/batch';
import { ofTenant, rowsOf, tenantStatement } from '@tandem/platform/postgres/statements';
import type { Task } from '@tandem/domain/tasks/task';

const add = `insert into task_labels (tenant_id, task_id, label_id, created_at)
  select $1, t.id, unnest($3::uuid[]), t.created_at ${rowsOf('tasks')} and t.id = $2 on conflict do nothing`;
const remove = `delete from task_labels t where ${ofTenant()} and t.task_id = $2 and t.label_id = any($3::uuid[])`;

/** Keeps `task_labels` equal to `label_ids`. */
export function labelChanges({ id, labelIds }: Task, before: readonly string[] = []): Statement[] {
  const added = labelIds.filter((labelId) => !before.includes(labelId));
  const removed = before.filter((labelId) => !labelIds.includes(labelId));
  return [
    ...(added.length ? [tenantStatement(add, id, added)] : []),
    ...(removed.length ? [tenantStatement(remove, id, removed)] : []),
  ];
}
