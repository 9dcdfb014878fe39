import { maxTaskLabels } from '@tandem/domain/tasks/labels/task-labels';
import { judgeDates } from '@tandem/domain/tasks/task-dates';
import { type Priority, priorities } from '@tandem/domain/tasks/task-fields';
import {
  Bool,
  CalendarDate,
  Described,
  Instant,
  Int,
  Json,
  Judged,
  OneOf,
  optional,
  Text,
  Uuid,
  Uuids,
} from '@tandem/platform/inputs/inputs';
import { TaskId } from './task-id.inputs.js';
import { taskView } from './task.fields.js';

@Described(taskView)
@Judged(judgeDates)
class TaskFieldsInput {
  @Text({ max: 500 }) title!: string;
  @Text({ min: 0, max: 100_000, clearable: true }) description?: string | null;
  @OneOf(priorities, { optional: true }) priority?: Priority;
  @Int({ optional: true }) position?: number;
  @Json({ optional: true }) metadata?: unknown;
  @Uuid({ clearable: true }) assigneeId?: string | null;
  @Uuid({ clearable: true }) parentId?: string | null;
  @Uuid({ clearable: true }) sectionId?: string | null;
  @Uuid({ clearable: true }) statusId?: string | null;
  @Instant({ clearable: true }) dueAt?: Date | null;
  @CalendarDate({ clearable: true }) dueDate?: string | null;
  @CalendarDate({ clearable: true }) deadline?: string | null;
  @CalendarDate({ clearable: true }) startDate?: string | null;
  @Text({ clearable: true })
  rrule?: string | null;
  @Int({ min: 0, clearable: true }) estimationMinutes?: number | null;
  @Int({ min: 0, clearable: true }) timeSpentMinutes?: number | null;
  @Uuids({ maxItems: maxTaskLabels, optional: true }) labelIds?: string[];
}

@Described(taskView)
export class CreateTaskInput extends TaskFieldsInput {
  @Uuid({ clearable: true }) projectId?: string | null;
}

export class UpdateTaskInput extends optional(TaskFieldsInput) {
  @TaskId() id!: string;
}

export class CompleteTaskInput {
  @TaskId() id!: string;
  @Bool({ optional: true, description: 'true also completes open subtasks', example: true }) cascade?: boolean;
}

export class SnoozeTaskInput {
  @TaskId() id!: string;
  @Instant({
    description: 'when the task reappears; in the future, at most five years ahead',
    example: '2027-01-04T08:00:00Z',
  })
  until!: Date;
}

export class MoveTaskInput {
  @TaskId() id!: string;
  @Uuid({ nullable: true, description: 'null removes the task from its project' }) projectId!: string | null;
  @Bool({ optional: true, description: 'false leaves its subtasks in place, without a parent; default true' })
  withSubtasks?: boolean;
}

@Described(taskView)
export class TaskByIdentifier {
  @Text({ max: 40, description: 'such as WEB-12; case-insensitive' }) identifier!: string;
}
