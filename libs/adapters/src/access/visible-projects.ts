import { currentScope } from '@tandem/domain/core/scope';
import type { Rights } from '@tandem/domain/core/access/rights';
import type { Domain } from '@tandem/domain/core/vocabulary';
import type { Bind } from '@tandem/platform/postgres/statements';

/** Only projects that the policy names, if any, and private ones that some policy names; null in `column` is public. */
export function visibleProjects(domain: Domain, column: string, bind: Bind): string | undefined {
  const conditions = currentScope().rights.intersected.map((rights) => shownTo(rights, domain, column, bind));
  return conditions.filter(Boolean).join(' and ') || undefined;
}

/** Null for a record without a project. */
export const isOfPrivateProject = (column: string) =>
  `(${column} in (select p.id from projects p where p.tenant_id = t.tenant_id and p.is_private))`;

function shownTo(rights: Rights, domain: Domain, column: string, bind: Bind): string | undefined {
  const filter = rights.filter(domain);
  // A filter with only notebooks admits no project.
  const named = filter && (filter.project_ids ?? []);
  if (named) return `${column} = any(${bind(named)}::uuid[])`;
  if (rights.isAdministrator) return undefined;
  const isPrivate = column === 't.id' ? 't.is_private' : isOfPrivateProject(column);
  return `(${column} is null or ${column} = any(${bind(rights.namedProjects)}::uuid[]) or not ${isPrivate})`;
}
