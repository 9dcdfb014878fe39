import { Bool, Described, Int, Json, PageInput, Part, Text, Uuid } from '@tandem/platform/inputs/inputs';
import { notebookView } from './notebook.fields.js';

@Described(notebookView)
class NotebookFieldsInput {
  @Text({ min: 0, max: 10_000, clearable: true }) description?: string | null;
  @Text({ max: 50, clearable: true }) color?: string | null;
  @Bool({ clearable: true }) isDefault?: boolean | null;
  @Uuid({ clearable: true, description: 'the parent notebook; null for none' }) parentId?: string | null;
  @Int({ clearable: true }) position?: number | null;
  @Json({ optional: true }) metadata?: unknown;
}

@Described(notebookView)
export class CreateNotebookInput extends NotebookFieldsInput {
  @Text({ max: 200 }) name!: string;
}

@Described(notebookView)
export class UpdateNotebookInput extends NotebookFieldsInput {
  @Uuid() id!: string;
  @Text({ max: 200, clearable: true }) name?: string | null;
}

export class ListNotebooksInput extends PageInput {
  @Uuid({ optional: true }) parentId?: string;
  @Part('name or description') q?: string;
}
