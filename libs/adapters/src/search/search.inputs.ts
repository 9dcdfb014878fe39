import { vocabulary } from '@tandem/domain/core/vocabulary';
import { Bool, Choices, Int, Text, Uuid } from '@tandem/platform/inputs/inputs';

export class SearchInput {
  @Text({
    max: 200,
    description:
      'words that a record must all contain; `"a b"` for a phrase, `-word` for a word that it must not contain',
    example: 'launch post',
  })
  q!: string;
  @Choices(() => vocabulary().searched, { optional: true, description: 'one or more, separated by commas' })
  types?: string[];
  @Uuid({ optional: true, description: 'only this project and its tasks' }) projectId?: string;
  @Uuid({ optional: true, description: 'only this notebook and its notes' }) notebookId?: string;
  @Bool({ optional: true, description: 'false leaves out what is completed, archived, won, lost or over' })
  includeClosed?: boolean;
  @Int({
    min: 1,
    cap: 50,
    usual: 20,
    optional: true,
    description: 'results per page; values above 50 are treated as 50',
  })
  limit?: number;
  @Text({ min: 0, max: 2000, optional: true, description: 'next_cursor of the previous page' }) cursor?: string;
}
