import { linkableTypes } from '@tandem/domain/core/entities';
import {
  Bool,
  Described,
  Instant,
  Json,
  PageInput,
  Part,
  Sort,
  Text,
  Texts,
  Url,
  Uuid,
} from '@tandem/platform/inputs/inputs';
import { noteView } from './note.fields.js';
import { noteSorts } from './note-sorts.js';

@Described(noteView)
class NoteFieldsInput {
  @Text({ min: 0, max: 1_048_576, clearable: true }) body?: string | null;
  @Uuid({ clearable: true }) notebookId?: string | null;
  @Texts({ maxItems: 50, max: 100, clearable: true }) tags?: string[] | null;
  @Url({ clearable: true }) sourceUrl?: string | null;
  @Bool({ optional: true }) isPinned?: boolean;
  @Bool({ optional: true }) isArchived?: boolean;
  @Json({ optional: true }) metadata?: unknown;
}

@Described(noteView)
export class CreateNoteInput extends NoteFieldsInput {
  @Text({ max: 500 }) title!: string;
}

@Described(noteView)
export class UpdateNoteInput extends NoteFieldsInput {
  @Uuid() id!: string;
  @Text({ max: 500, optional: true }) title?: string;
  @Instant({
    optional: true,
    description: 'updated_at of the note as you read it: if the note has changed since, it is not updated',
  })
  ifUpdatedAt?: Date;
}

export class ListNotesInput extends PageInput {
  @Uuid({ optional: true }) notebookId?: string;
  @Text({ max: 100, optional: true }) tag?: string;
  @Bool({ optional: true, description: 'only archived notes, or, if false, only others' }) isArchived?: boolean;
  @Bool({ optional: true, description: 'only pinned notes, or, if false, only others' }) isPinned?: boolean;
  @Part('title or body') q?: string;
  @Sort(noteSorts) sort?: string;
}

export class BacklinksInput {
  @Text({
    max: 200,
    values: linkableTypes,
    description: 'type of the record; event is an external id',
    example: 'task',
  })
  entityType!: string;
  @Uuid({ description: 'the record whose backlinks to list; an unknown one has none' }) entityId!: string;
  @Text({ min: 0, max: 1000, optional: true, description: 'X-Next-Cursor of the previous response' }) cursor?: string;
}
