import { linkableTypes } from '@tandem/domain/core/entities';
import { Described, Json, OneOf, Text, Uuid } from '@tandem/platform/inputs/inputs';
import { TaskId } from './task-id.inputs.js';
import { tasksGlossary } from './tasks.glossary.js';

@Described(tasksGlossary)
export class CreateTaskCommentInput {
  @TaskId() id!: string;
  @Text({ max: 10_000 }) body!: string;
  @Uuid({ clearable: true }) parentCommentId?: string | null;
  @Json({ optional: true }) metadata?: unknown;
}

@Described(tasksGlossary)
export class TaskCommentById {
  @TaskId() id!: string;
  @Uuid() commentId!: string;
}

@Described(tasksGlossary)
export class UpdateTaskCommentInput extends TaskCommentById {
  @Text({ max: 10_000, optional: true }) body?: string;
}

@Described(tasksGlossary)
export class CreateTaskLinkInput {
  @TaskId() id!: string;
  @OneOf(linkableTypes) entityType!: string;
  @Uuid() entityId!: string;
}

@Described(tasksGlossary)
export class TaskLinkById {
  @TaskId() id!: string;
  @Uuid() linkId!: string;
}
