import { linkableTypes } from '@tandem/domain/core/entities';
import { Bool, Described, Instant, Json, PageInput, Text, Texts, Url, Uuid } from '@tandem/platform/inputs/inputs';
import { notesGlossary } from './notes.glossary.js';

@Described(notesGlossary)
class NoteFieldsInput {
  @Text({ min: 0, max: 1_048_576, clearable: true }) body?: string | null;
  @Uuid({ clearable: true }) notebookId?: string | null;
  @Texts({ maxItems: 50, max: 100, clearable: true }) tags?: string[] | null;
  @Url({ clearable: true }) sourceUrl?: string | null;
  @Bool({ optional: true }) isPinned?: boolean;
  @Bool({ optional: true }) isArchived?: boolean;
  @Json({ optional: true }) metadata?: unknown;
}

@Described(notesGlossary)
export class CreateNoteInput extends NoteFieldsInput {
  @Text({ max: 500 }) title!: string;
}

@Described(notesGlossary)
export class UpdateNoteInput extends NoteFieldsInput {
  @Uuid() id!: string;
  @Text({ max: 500, optional: true }) title?: string;
  @Instant({ optional: true }) ifUpdatedAt?: Date;
}

export class ListNotesInput extends PageInput {
  @Uuid({ optional: true }) notebookId?: string;
  @Text({ max: 100, optional: true }) tag?: string;
  @Bool({ optional: true }) isArchived?: boolean;
  @Bool({ optional: true }) isPinned?: boolean;
  @Text({ max: 200, optional: true, description: 'words in title or body' }) q?: string;
}

@Described(notesGlossary)
export class BacklinksInput {
  @Text({ max: 200, values: linkableTypes }) entityType!: string;
  @Uuid() entityId!: string;
  @Text({ min: 0, max: 1000, optional: true, description: 'X-Next-Cursor of the answer before' }) cursor?: string;
}
