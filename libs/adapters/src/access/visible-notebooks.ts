import { currentScope } from '@tandem/domain/core/scope';
import type { Bind } from '@tandem/platform/postgres/statements';

/** Limits a caller to the notebooks that their access policy names, if any; `column` is the notebook's id. */
export function visibleNotebooks(column: string, bind: Bind): string | undefined {
  const filter = currentScope().rights.filter('notes');
  // A filter with only projects admits no notebook.
  const named = filter && (filter.notebook_ids ?? []);
  return named ? `${column} = any(${bind(named)}::uuid[])` : undefined;
}
