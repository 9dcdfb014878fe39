import { linkableTypes } from '@tandem/domain/core/entities';
import { Described, Json, OneOf, Text, Uuid } from '@tandem/platform/inputs/inputs';
import { TaskId } from './task-id.inputs.js';
import { taskCommentView, taskLinkView } from './task.fields.js';

@Described(taskCommentView)
export class CreateTaskCommentInput {
  @TaskId() id!: string;
  @Text({ max: 10_000 }) body!: string;
  @Uuid({ clearable: true }) parentCommentId?: string | null;
  @Json({ optional: true }) metadata?: unknown;
}

export class TaskCommentById {
  @TaskId() id!: string;
  @Uuid({ description: 'the id of the comment' }) commentId!: string;
}

@Described(taskCommentView)
export class UpdateTaskCommentInput extends TaskCommentById {
  @Text({ max: 10_000, optional: true }) body?: string;
}

@Described(taskLinkView)
export class CreateTaskLinkInput {
  @TaskId() id!: string;
  @OneOf(linkableTypes) entityType!: string;
  @Uuid() entityId!: string;
}

export class TaskLinkById {
  @TaskId() id!: string;
  @Uuid({ description: 'the id of the link' }) linkId!: string;
}

export class LinkedTasksInput {
  @Text({
    max: 200,
    values: linkableTypes,
    description: 'type of the record; event is an external id',
    example: 'contact',
  })
  entityType!: string;
  @Uuid({ description: 'the record whose tasks to list; an unknown one has none' }) entityId!: string;
}
