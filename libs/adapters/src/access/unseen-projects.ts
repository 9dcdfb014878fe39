import { rowsOf } from '@tandem/platform/postgres/statements';

/** Private projects existing from `since` to `until`, except those open to the reader ($3); allows for clock skew. */
export function unseenProjects({ since, until }: { since: string; until: string }): string {
  const unseen = `${rowsOf('projects', 'p')} and p.is_private and p.id <> all ($3::uuid[])
    and p.created_at - interval '1 minute' < ${until} and coalesce(p.deleted_at, 'infinity') >= ${since}`;
  const named = `select path #>> '{}' from jsonb_path_query(t.rights, '$.**.project_ids[*]') path`;
  return `exists (select ${unseen}) as any, exists (select ${unseen} and p.id::text in (${named})) as named`;
}
