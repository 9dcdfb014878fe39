import { Bool, Int, Json, Text, Uuid } from '@tandem/platform/inputs';
import { PageInput } from '@tandem/platform/list-inputs';

const cleared = { optional: true, nullable: true } as const;

class NotebookFieldsInput {
  @Text({ min: 0, max: 10_000, ...cleared }) description?: string | null;
  @Text({ max: 50, ...cleared, description: 'such as #3366ff or a name' }) color?: string | null;
  @Bool({ ...cleared, description: 'true takes it over from the former default notebook' }) isDefault?: boolean | null;
  @Uuid({ ...cleared, description: 'the notebook this one is in; null for none' }) parentId?: string | null;
  @Int(cleared) position?: number | null;
  @Json(cleared) metadata?: unknown;
}

export class CreateNotebookInput extends NotebookFieldsInput {
  @Text({ max: 200 }) name!: string;
}

export class UpdateNotebookInput extends NotebookFieldsInput {
  @Uuid() id!: string;
  @Text({ max: 200, ...cleared }) name?: string | null;
}

export class ListNotebooksInput extends PageInput {
  @Uuid({ optional: true }) parentId?: string;
  @Text({ max: 200, optional: true, description: 'words in name or description' }) q?: string;
}
