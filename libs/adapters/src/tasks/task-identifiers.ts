import { ofTenant, rowsOf } from '@tandem/platform/postgres/tenant-statements';
import { keyedIdentifiers } from '../access/keyed-identifiers.js';

/** An identifier that a task may have had: project key and number. */
export const identifierForm = /^([A-Z][A-Z0-9]{0,9})-([1-9][0-9]{0,9})$/;

/** Keeps the identifiers of the tasks $2 as aliases: one for each identifier that the project they are in has or had. */
export const insertAliases = `insert into task_aliases (tenant_id, identifier, task_id)
  select $1, k.identifier, k.id from (${keyedIdentifiers('t.id = any($2::uuid[])')}) k
  on conflict do nothing`;

/**
 * The task that had the identifier $2 before it moved, and what the project with the former key $3 is called now. Looked for only where
 * no task has the identifier at present: a statement for all cases would not use the index of the one that is asked for.
 */
export const selectByFormerIdentifier = `select
  (select t.task_id ${rowsOf('task_aliases')} and t.identifier = $2) as id,
  (select p.identifier from project_identifiers i join projects p on ${ofTenant('p')} and p.id = i.project_id
    where ${ofTenant('i')} and i.identifier = $3) as key`;
