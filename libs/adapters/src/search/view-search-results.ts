import { Page, Rendered } from '@tandem/domain/core/page';
import { uses } from '@tandem/domain/core/use-case';
import { type Continuation, type SearchResult, SearchResults } from '@tandem/domain/search/search-results.port';
import type { Settings } from '@tandem/platform/settings/settings';
import { SettingsToken } from '@tandem/platform/settings/settings-token';
import { searchResultView } from './search-result.fields.js';

export class ViewSearchResults extends uses({ settings: SettingsToken }, SearchResults) {
  page(results: readonly SearchResult[], continuation: Continuation): Page<SearchResult> {
    const { nextCursor, isTruncated, indexedThrough } = continuation;
    const base = `${addressOf(this.settings)}/api/v1`;
    const items = results.map((one) => new Rendered(searchResultView.render({ ...one, path: base + one.path })));
    return new Page(items, nextCursor, {
      'x-indexed-through': String(indexedThrough),
      ...(isTruncated ? { 'x-truncated': 'true' } : {}),
    });
  }
}

const addressOf = ({ PUBLIC_URL, HOST, PORT }: Settings): string => PUBLIC_URL || `http://${HOST}:${PORT}`;
