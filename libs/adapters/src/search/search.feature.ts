import { IndexBacklog } from '@tandem/domain/search/index-backlog';
import { IndexEvents } from '@tandem/domain/search/index-events';
import { Reindex } from '@tandem/domain/search/reindex';
import { SearchIndex } from '@tandem/domain/search/search-index.port';
import { SearchLag } from '@tandem/domain/search/search-lag.port';
import { SearchMatches } from '@tandem/domain/search/search-matches.port';
import { SearchProgress } from '@tandem/domain/search/search-progress.port';
import { SearchResults } from '@tandem/domain/search/search-results.port';
import { bind, byHand, every, type Feature, onAll } from '@tandem/platform/feature/feature';
import { CreateSearch1796000000000 } from './migrations/1796000000000-create-search.js';
import { IndexSearch1796000000001 } from './migrations/1796000000001-index-search.js';
import { ReadSmallTenantsInOrder1796000000004 } from './migrations/1796000000004-read-small-tenants-in-order.js';
import { EraseFromSearch } from './erase-from-search.js';
import { searchProblems } from './search.problems.js';
import { searchRoutes } from './search.routes.js';
import { SqlSearchIndex } from './sql-search-index.js';
import { SqlSearchMatches } from './sql-search-matches.js';
import { SqlSearchLag } from './sql-search-lag.js';
import { SqlSearchProgress } from './sql-search-progress.js';
import { ViewSearchResults } from './view-search-results.js';

export const search: Feature = {
  name: 'search',
  summary: 'One search over all records',
  toolVocabulary: { synonyms: { find: 'search', lookup: 'search' } },
  migrations: [CreateSearch1796000000000, IndexSearch1796000000001, ReadSmallTenantsInOrder1796000000004],
  adapters: [
    bind(SearchIndex, SqlSearchIndex),
    bind(SearchProgress, SqlSearchProgress),
    bind(SearchMatches, SqlSearchMatches),
    bind(SearchResults, ViewSearchResults),
    bind(SearchLag, SqlSearchLag),
  ],
  routes: searchRoutes,

  problems: searchProblems,
  jobs: [onAll(IndexEvents), every(2, IndexBacklog), byHand(Reindex)],
  provides: [EraseFromSearch],
  measures: [
    {
      name: 'tandem_search_lag_seconds',
      help: 'Age of the oldest event that the search does not know yet',
      kind: 'level',
      readBy: SearchLag,
    },
  ],
};
