import { ofTenant, rowsOf } from '@tandem/platform/postgres/tenant-statements';

/** An identifier that a task may have had: project key and number. */
export const identifierForm = /^([A-Z][A-Z0-9]{0,9})-([1-9][0-9]{0,9})$/;

/** Keeps the identifiers of the tasks $2 as aliases: one for each identifier that the project they are in has or had. */
export const insertAliases = `with leaving as (select t.id, t.project_id, t.identifier ${rowsOf('tasks')} and t.id = any($2::uuid[]))
  insert into task_aliases (tenant_id, identifier, task_id)
  select $1, i.identifier || substring(l.identifier from '-[0-9]+$'), l.id
  from leaving l join project_identifiers i on ${ofTenant('i')} and i.project_id = l.project_id
  on conflict do nothing`;

/**
 * The task that had the identifier $2 before it moved, and what the project with the former key $3 is called now. Looked for only where
 * no task has the identifier at present: a statement for all cases would not use the index of the one that is asked for.
 */
export const selectByFormerIdentifier = `select
  (select t.task_id ${rowsOf('task_aliases')} and t.identifier = $2) as id,
  (select p.identifier from project_identifiers i join projects p on ${ofTenant('p')} and p.id = i.project_id
    where ${ofTenant('i')} and i.identifier = $3) as key`;
