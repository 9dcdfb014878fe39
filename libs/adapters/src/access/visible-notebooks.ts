import { currentScope } from '@tandem/domain/core/scope';
import type { Bind } from '@tandem/platform/postgres/params';

/** The condition that lets a caller see only the notebooks that their access policy names, where it names any. `column` holds the notebook's id. */
export function visibleNotebooks(column: string, bind: Bind): string | undefined {
  const filter = currentScope().rights.filter('notes');
  // A filter that names projects only admits to no notebook.
  const named = filter && (filter.notebook_ids ?? []);
  return named ? `${column} = any(${bind(named)}::uuid[])` : undefined;
}
