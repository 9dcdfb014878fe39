import type { LinkableType } from '@tandem/domain/core/vocabulary';
import { type NameForm, nameReference, recordReference } from '@tandem/domain/notes/references';
import type { Database } from '@tandem/platform/postgres/database';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/statements';
import { keyedIdentifiers } from '../access/keyed-identifiers.js';
import { knownContact } from '../access/known-contact.js';

/** Names of the record `$2`, besides its id, in references of notes. */
const names: Partial<Record<LinkableType, string>> = {
  note: `select 'title' as form, t.title as name ${rowsOf('notes')} and t.id = $2`,
  task: `
    select 'key' as form, k.identifier as name from (${keyedIdentifiers('t.id = $2')}) k
    union select 'key', a.identifier ${rowsOf('task_aliases', 'a')} and a.task_id = $2`,
  contact: `
    with contact as (select ${knownContact('$2')} as id)
    select 'contact' as form, id::text as name from contact where id is not null
    union select 'contact', m.id::text from contact c join contacts m on ${ofTenant('m')} and m.merged_into = c.id
    union select h.type, h.normalized_value
    from contact c join contact_channels h on ${ofTenant('h')} and h.contact_id = c.id`,
};

export async function referencesTo(type: LinkableType, id: string, database: Database): Promise<string[]> {
  const text = names[type];
  const rows = text ? await database.queryOfTenant(text, id) : [];
  const named = rows.flatMap(({ form, name }) => nameReference(form as NameForm, name as string, null) ?? []);
  return [recordReference(type, id), ...named];
}
