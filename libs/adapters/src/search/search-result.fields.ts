import type { SearchResult } from '@tandem/domain/search/search-results.port';
import type { Rendered } from '@tandem/domain/core/page';
import { searchFields } from '@tandem/domain/core/searched-records';
import { matchedAs } from '@tandem/domain/search/search-results.port';
import { vocabulary } from '@tandem/domain/core/vocabulary';
import { id, schemasOf, shown, updatedAt } from '@tandem/platform/view/fields';
import { from, nullable, oneOf, shaped, text } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';

const matchedNames = [...new Set(searchFields.map(matchedAs))];

const snippetSchema = {
  type: 'object',
  properties: {
    ...schemasOf({ text: shown(text, 'A passage of the record, as plain text.', 'For the launch in December.') }),
    marks: {
      type: 'array',
      items: { type: 'array', items: { type: 'integer', format: 'int32' }, minItems: 2, maxItems: 2 },
      description: 'Where the words are: start and length in UTF-16 units of the text.',
      examples: [[[8, 6]]],
    },
  },
  required: ['text', 'marks'],
};

const correctedSchema = {
  type: 'object',
  properties: schemasOf({
    from: shown(text, 'The query as given.', 'lanch'),
    to: shown(text, 'The query that was used.', 'launch'),
  }),
  required: ['from', 'to'],
};

export const searchResultView = view<SearchResult>()('SearchResult', {
  type: shown(
    oneOf(() => vocabulary().searched),
    'Type of the record.',
    'task',
  ),
  id,
  title: shown(text, 'Title or name of the record.', 'Write the launch post'),
  identifier: shown(nullable(text), 'Its identifier, such as that of a task; null for none.', 'LAUN-12'),
  url: shown(
    from({ property: 'path' }, text),
    'URL of the record.',
    'https://tandem.example/api/v1/tasks/019ab1c2-2c26-7b46-8b68-ffc68ff99b45',
  ),
  matched: shown(
    shaped({ type: 'array', items: { type: 'string', enum: matchedNames } }),
    'The kinds of text that have words of the query.',
    ['title', 'body'],
  ),
  snippet: shown(shaped(snippetSchema), 'The passage that has most of the words; never HTML.', {
    text: 'For the launch in December.',
    marks: [[8, 6]],
  }),
  corrected: shown(
    nullable(shaped(correctedSchema)),
    'The query that was used in place of one without results; null if the query was used as it is.',
  ),
  updatedAt,
  record: shown(
    from(
      { property: 'record' },
      shaped({ type: 'object' }, (record: Rendered) => JSON.parse(record.json) as object),
    ),
    'The record as its own operations show it; a note without its body.',
    { id: '019ab1c2-2c26-7b46-8b68-ffc68ff99b45', title: 'Write the launch post' },
  ),
});
