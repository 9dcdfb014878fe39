import { linkableTypes } from '@tandem/domain/core/entities';
import {
  type Priority,
  priorities,
  type StatusCategory,
  statusCategories,
  type TaskState,
  taskStates,
} from '@tandem/domain/tasks/task-fields';
import { Bool, Choices, Instant, OneOf, PageInput, Part, Sort, Uuid, Uuids } from '@tandem/platform/inputs/inputs';
import { taskSorts } from './task-sorts.js';

const any = { optional: true, maxItems: 50 } as const;

export class ListTasksInput extends PageInput {
  @Uuids({ ...any, names: ['none'], description: '`none`: tasks without a project' })
  projectId?: string[];
  @Uuids(any) sectionId?: string[];
  @Uuids(any) statusId?: string[];
  @Choices(statusCategories, { optional: true })
  statusCategory?: StatusCategory[];
  @Uuids({ ...any, names: ['none', 'me'], description: '`none`: unassigned, `me`: yours' })
  assigneeId?: string[];
  @Uuids(any) labelId?: string[];
  @Uuid({ optional: true }) parentId?: string;
  @OneOf(taskStates, { optional: true }) state?: TaskState;
  @Choices(priorities, { optional: true }) priority?: Priority[];
  @Instant({
    optional: true,
    description: 'the current time, with state open, finds overdue tasks: a due_date ends with its UTC day',
  })
  dueBefore?: Date;
  @Instant({ optional: true, description: 'due after this instant' }) dueAfter?: Date;
  @Instant({ optional: true, description: 'with state completed, finds tasks completed since then' })
  updatedAfter?: Date;
  @Bool({ optional: true, description: 'include currently snoozed tasks; default false' }) includeSnoozed?: boolean;
  @OneOf(linkableTypes, { optional: true, description: 'with `linked_id`: type of a linked record' })
  linkedType?: string;
  @Uuid({ optional: true, description: 'with `linked_type`: tasks that link to this record' }) linkedId?: string;
  @Part('title or description') q?: string;
  @Sort(taskSorts) sort?: string;
}
