import type { LinkableType } from '@tandem/domain/core/vocabulary';
import { recordReference, titleReference } from '@tandem/domain/notes/references';
import type { Database } from '@tandem/platform/postgres/database';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/tenant-statements';

/** By type of record, the other references and titles by which notes may name the record `$2`, besides its id. */
const names: Partial<Record<LinkableType, string>> = {
  note: `select t.title, null as reference ${rowsOf('notes')} and t.id = $2`,
  // Every identifier the task has or ever had.
  task: `
    with task as (select t.id, t.project_id, t.identifier ${rowsOf('tasks')} and t.id = $2 and t.identifier is not null)
    select null as title, 'key:' || identifier as reference from task
    union select null, 'key:' || a.identifier from task t join task_aliases a on ${ofTenant('a')} and a.task_id = t.id
    union select null, 'key:' || i.identifier || substring(t.identifier from '-[0-9]+$')
    from task t join project_identifiers i on ${ofTenant('i')} and i.project_id = t.project_id`,
  // The ids of contacts that were merged into it, and its channels.
  contact: `
    with contact as (select coalesce(t.merged_into, t.id) as id ${rowsOf('contacts')} and t.id = $2)
    select null as title, 'contact:' || id as reference from contact
    union select null, 'contact:' || m.id from contact c join contacts m on ${ofTenant('m')} and m.merged_into = c.id
    union select null, case h.type when 'email' then 'mailto:' else 'tel:' end || h.normalized_value
    from contact c join contact_channels h on ${ofTenant('h')} and h.contact_id = c.id
    where h.type in ('email', 'phone', 'whatsapp')`,
};

export async function referencesTo(type: LinkableType, id: string, database: Database): Promise<string[]> {
  const text = names[type];
  const rows = text ? await database.queryOfTenant(text, id) : [];
  const named = rows.map(({ title, reference }) => reference ?? titleReference(title as string));
  return [recordReference(type, id), ...(named as string[])];
}
