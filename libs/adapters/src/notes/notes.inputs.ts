import { Bool, Json, Text, Texts, Url, Uuid } from '@tandem/platform/inputs';
import { PageInput } from '@tandem/platform/list-inputs';

const cleared = { optional: true, nullable: true } as const;

class NoteFieldsInput {
  @Text({
    min: 0,
    max: 1_048_576,
    ...cleared,
    description: 'Markdown, at most 1 MiB in UTF-8; its first 10,000 different references make backlinks',
  })
  body?: string | null;
  @Uuid({ ...cleared, description: 'null for the default notebook' }) notebookId?: string | null;
  @Texts({ most: 50, max: 100, ...cleared }) tags?: string[] | null;
  @Url(cleared) sourceUrl?: string | null;
  @Bool({ optional: true }) isPinned?: boolean;
  @Bool({ optional: true }) isArchived?: boolean;
  @Json(cleared) metadata?: unknown;
}

export class CreateNoteInput extends NoteFieldsInput {
  @Text({ max: 500 }) title!: string;
}

export class UpdateNoteInput extends NoteFieldsInput {
  @Uuid() id!: string;
  @Text({ max: 500, optional: true }) title?: string;
}

export class ListNotesInput extends PageInput {
  @Uuid({ optional: true }) notebookId?: string;
  @Text({ max: 100, optional: true }) tag?: string;
  @Bool({ optional: true }) isArchived?: boolean;
  @Bool({ optional: true }) isPinned?: boolean;
  @Text({ max: 200, optional: true, description: 'words in title or body' }) q?: string;
}

export class BacklinksInput {
  @Text({
    max: 200,
    description: 'task, project, note, notebook, contact, pipeline, pipeline_stage, agent_run or event',
  })
  entityType!: string;
  @Uuid() entityId!: string;
}
