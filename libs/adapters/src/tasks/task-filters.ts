import type { PageRequest } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import type { TaskFilters } from '@tandem/domain/tasks/task-filters';
import type { Database } from '@tandem/platform/postgres/database';
import { anyOf, anyOrNone, contains, equals, type FiltersOf } from '@tandem/platform/postgres/filters';
import { type Bind, plannedInAnyOrder, plannedInOrder, rowsOf } from '@tandem/platform/postgres/statements';
import { isOfPrivateProject } from '../access/visible-projects.js';
import {
  acceptsWrites,
  dueInstant,
  isAwake,
  isDueToday,
  isInState,
  isOverdue,
  isPlannedAhead,
  isSnoozed,
} from './task-rules.js';

const withoutMe = (id: string) => (id === 'me' ? (currentScope().actor.memberId ?? []) : id);

/** Without snoozed tasks unless requested. */
export const awake = <F extends TaskFilters & PageRequest>(given: F): F => ({
  ...given,
  includeSnoozed: given.includeSnoozed ?? given.all ?? false,
});

/** Not for a search, which waits for its turn and holds no connection until then. */
export function inOrderOfLabels<T>(
  { labelId, q, sort = 'created_at' }: TaskFilters & PageRequest,
  database: Database,
  page: () => Promise<T>,
): Promise<T> {
  if (labelId === undefined || q !== undefined || !/^-?created_at$/.test(sort)) return page();
  return database.run(async () => {
    await database.defer([plannedInOrder]);
    const found = await page();
    await database.defer([plannedInAnyOrder]);
    return found;
  });
}

const newestFirst = 'order by l.created_at desc, l.task_id desc';

/** An index lists the tasks of each label newest first; `distinct` merges the lists in that order. */
function labeled(labelIds: readonly string[], bind: Bind): string {
  const ofLabel = (id: string) =>
    `select l.created_at, l.task_id ${rowsOf('task_labels', 'l')} and l.label_id = ${bind(id)}`;
  if (labelIds.length === 1) return ofLabel(labelIds[0]!);
  const lists = labelIds.map((id) => `(${ofLabel(id)} ${newestFirst})`);
  return `select distinct l.created_at, l.task_id from (${lists.join(' union all ')}) l ${newestFirst}`;
}

export const taskFilters: FiltersOf<TaskFilters> = {
  ids: (ids, bind) => `t.id = any(${bind(ids)}::uuid[])`,
  projectId: anyOrNone('project_id'),
  sectionId: anyOf('section_id'),
  statusId: anyOf('status_id'),
  statusCategory: anyOf('status_category', 'text'),
  assigneeId: (ids, bind) => anyOrNone('assignee_id')(ids.flatMap(withoutMe), bind),
  parentId: equals('parent_id'),
  priority: anyOf('priority', 'text'),
  linkedTo: ({ type, id }, bind) =>
    `t.id in (select l.task_id ${rowsOf('task_links', 'l')}
      and l.entity_type = ${bind(type)} and l.entity_id = ${bind(id)})`,
  identifiers: (among, bind) => `t.identifier = any(${bind(among)})`,
  labelId: (among, bind) => `(t.created_at, t.id) in (${labeled(among, bind)})`,
  state: (state) => isInState[state],
  dueBefore: (instant, bind) => `${dueInstant} < ${bind(instant)}`,
  dueAfter: (instant, bind) => `${dueInstant} > ${bind(instant)}`,
  isOverdue: () => isOverdue,
  isDueToday: ({ zone }, bind) => isDueToday(`${bind(zone)}::text`),
  updatedAfter: (instant, bind) => `t.updated_at > ${bind(instant)}`,
  idleSince: (instant, bind) => `t.updated_at < ${bind(instant)} and not ${isPlannedAhead}
    and not exists (select from task_comments c
      where c.tenant_id = t.tenant_id and c.task_id = t.id and c.created_at >= ${bind(instant)})`,
  acceptsWrites: () => acceptsWrites,
  isPublic: () => `(t.project_id is null or not ${isOfPrivateProject('t.project_id')})`,
  includeSnoozed: (include) => (include ? 'true' : isAwake),
  wakesBefore: (instant, bind) => `${isSnoozed} and t.snoozed_until < ${bind(instant)}`,
  q: contains('title', 'description'),
};
