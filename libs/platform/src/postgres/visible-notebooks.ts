import { currentScope } from '@tandem/domain/core/scope';
import type { Bind } from './params.js';

/** The condition that lets a caller see only the notebooks that their access policy names, where it names any. `column` holds the notebook's id. */
export function visibleNotebooks(column: string, bind: Bind): string | undefined {
  const named = currentScope().rights.filter('notes')?.notebook_ids;
  return named && `${column} = any(${bind(named)}::uuid[])`;
}
