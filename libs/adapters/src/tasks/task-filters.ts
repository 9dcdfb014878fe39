import type { TaskFilters } from '@tandem/domain/tasks/task-filters';
import { contains, equals, type FiltersOf } from '@tandem/platform/postgres/params';
import { isOfPrivateProject } from '../access/visible-projects.js';
import { acceptsWrites, dueInstant, isAwake, isInState, isPlannedAhead, isSnoozed } from './task-rules.js';

export const taskFilters: FiltersOf<TaskFilters> = {
  ids: (ids, bind) => `t.id = any(${bind(ids)}::uuid[])`,
  projectId: equals('project_id'),
  sectionId: equals('section_id'),
  statusId: equals('status_id'),
  assigneeId: equals('assignee_id'),
  parentId: equals('parent_id'),
  priority: equals('priority'),
  priorities: (among, bind) => `t.priority = any(${bind(among)})`,
  identifiers: (among, bind) => `t.identifier = any(${bind(among)})`,
  state: (state) => isInState[state],
  dueBefore: (instant, bind) => `${dueInstant} < ${bind(instant)}`,
  dueAfter: (instant, bind) => `${dueInstant} > ${bind(instant)}`,
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
