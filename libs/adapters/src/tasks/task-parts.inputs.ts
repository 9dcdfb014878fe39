import { type LinkableType, linkableTypes } from '@tandem/domain/core/linkable';
import { Json, OneOf, Text, Uuid } from '@tandem/platform/inputs';
import { PageInput } from '@tandem/platform/list-inputs';

export class CreateTaskCommentInput {
  @Uuid() id!: string;
  @Text({ max: 10_000, description: 'Markdown' }) body!: string;
  @Uuid({ optional: true, nullable: true, description: 'the comment this one answers' }) parentCommentId?:
    string | null;
  @Json({ optional: true }) metadata?: unknown;
}

export class UpdateTaskCommentInput {
  @Uuid() id!: string;
  @Uuid() commentId!: string;
  @Text({ max: 10_000, optional: true, description: 'Markdown' }) body?: string;
}

export class TaskCommentById {
  @Uuid() id!: string;
  @Uuid() commentId!: string;
}

export class OfTaskInput extends PageInput {
  @Uuid() id!: string;
}

export class CreateTaskLinkInput {
  @Uuid() id!: string;
  @OneOf(linkableTypes) entityType!: LinkableType;
  @Uuid() entityId!: string;
}

export class TaskLinkById {
  @Uuid() id!: string;
  @Uuid() linkId!: string;
}
