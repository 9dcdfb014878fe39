import { Bool, Described, Int, Json, PageInput, Text, Uuid } from '@tandem/platform/inputs/inputs';
import { notebooksGlossary } from './notebooks.glossary.js';

const cleared = { optional: true, nullable: true } as const;

@Described(notebooksGlossary)
class NotebookFieldsInput {
  @Text({ min: 0, max: 10_000, ...cleared }) description?: string | null;
  @Text({ max: 50, ...cleared }) color?: string | null;
  @Bool({ ...cleared }) isDefault?: boolean | null;
  @Uuid({ ...cleared, description: 'the notebook this one is in; null for none' }) parentId?: string | null;
  @Int(cleared) position?: number | null;
  @Json(cleared) metadata?: unknown;
}

@Described(notebooksGlossary)
export class CreateNotebookInput extends NotebookFieldsInput {
  @Text({ max: 200 }) name!: string;
}

@Described(notebooksGlossary)
export class UpdateNotebookInput extends NotebookFieldsInput {
  @Uuid() id!: string;
  @Text({ max: 200, ...cleared }) name?: string | null;
}

export class ListNotebooksInput extends PageInput {
  @Uuid({ optional: true }) parentId?: string;
  @Text({ max: 200, optional: true, description: 'words in name or description' }) q?: string;
}
