import type { LinkableType } from '@tandem/domain/core/vocabulary';
import { currentScope } from '@tandem/domain/core/scope';
import { recordReference, titleReference } from '@tandem/domain/notes/references';
import type { Database } from '@tandem/platform/postgres/database';

/** Finds what else notes may call a record besides its id, as a reference or a title: `$1` is the tenant, `$2` the record. */
const names: Partial<Record<LinkableType, string>> = {
  note: 'select title, null as reference from notes where tenant_id = $1 and id = $2',
  // Every identifier the task has or ever had.
  task: `
    with task as (select id, project_id, identifier from tasks where tenant_id = $1 and id = $2 and identifier is not null)
    select null as title, 'key:' || identifier as reference from task
    union select null, 'key:' || a.identifier from task t join task_aliases a on a.tenant_id = $1 and a.task_id = t.id
    union select null, 'key:' || i.identifier || substring(t.identifier from '-[0-9]+$')
    from task t join project_identifiers i on i.tenant_id = $1 and i.project_id = t.project_id`,
  // The ids of contacts that were merged into it, and its channels.
  contact: `
    with contact as (select coalesce(merged_into, id) as id from contacts where tenant_id = $1 and id = $2)
    select null as title, 'contact:' || id as reference from contact
    union select null, 'contact:' || m.id from contact c join contacts m on m.tenant_id = $1 and m.merged_into = c.id
    union select null, case h.type when 'email' then 'mailto:' else 'tel:' end || h.normalized_value
    from contact c join contact_channels h on h.tenant_id = $1 and h.contact_id = c.id
    where h.type in ('email', 'phone', 'whatsapp')`,
};

export async function referencesTo(type: LinkableType, id: string, database: Database): Promise<string[]> {
  const text = names[type];
  const rows = text ? await database.query(text, [currentScope().tenantId, id]) : [];
  const named = rows.map(({ title, reference }) => reference ?? titleReference(title as string));
  return [recordReference(type, id), ...(named as string[])];
}
