import { SearchRecords } from '@tandem/domain/search/search-records';
import { GET, pageWith } from '@tandem/platform/feature/feature';
import { SearchInput } from './search.inputs.js';
import { searchResultView } from './search-result.fields.js';

export const searchRoutes = [
  GET('/search', 'authenticated', 'Search records of all types', {
    description:
      'Finds what the caller may read, the best results first, up to 200: see [search](/docs/search). ' +
      'Changes are found within about a second; `X-Indexed-Through` says up to which event.',
    input: SearchInput,
    run: SearchRecords,
    response: pageWith(searchResultView, ['X-Indexed-Through', 'X-Truncated']),
    problems: ['422 query_too_short', '503 search_unavailable'],
    counts: 'search',
  }),
];
