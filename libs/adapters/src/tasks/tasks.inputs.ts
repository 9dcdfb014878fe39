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
  PageInput,
  Text,
  Uuid,
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

export class ListTasksInput extends PageInput {
  @Uuid({ optional: true }) projectId?: string;
  @Uuid({ optional: true }) sectionId?: string;
  @Uuid({ optional: true }) statusId?: string;
  @Uuid({ optional: true }) assigneeId?: string;
  @Uuid({ optional: true }) parentId?: string;
  @OneOf(['open', 'completed', 'canceled'], { optional: true }) state?: 'open' | 'completed' | 'canceled';
  @OneOf(priorities, { optional: true }) priority?: Priority;
  @Instant({
    optional: true,
    description: 'the current time, with state open, finds overdue tasks: a due_date ends with its UTC day',
  })
  dueBefore?: Date;
  @Instant({ optional: true, description: 'due after this instant' }) dueAfter?: Date;
  @Instant({ optional: true, description: 'with state completed, finds tasks completed since then' })
  updatedAfter?: Date;
  @Bool({ optional: true, description: 'include currently snoozed tasks; default false' }) includeSnoozed?: boolean;
  @Text({ max: 200, optional: true, description: 'words in title or description' }) q?: string;
}
