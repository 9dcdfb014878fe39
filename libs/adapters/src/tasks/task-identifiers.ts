import { ofTenant, rowsOf } from '@tandem/platform/postgres/statements';
import { keyedIdentifiers } from '../access/keyed-identifiers.js';

export const identifierForm = /^([A-Z][A-Z0-9]{0,9})-([1-9][0-9]{0,9})$/;

/** Keeps the identifiers of the tasks $2 as aliases, for each current or former key of their project. */
export const insertAliases = `insert into task_aliases (tenant_id, identifier, task_id)
  select $1, k.identifier, k.id from (${keyedIdentifiers('t.id = any($2::uuid[])')}) k
  on conflict do nothing`;

/** By the current identifier $2 ($3-$4), then by one before a move, then by a former key of the project. */
export const selectByIdentifier = `select coalesce(
  (select t.id ${rowsOf('tasks')} and t.identifier = $2),
  (select a.task_id ${rowsOf('task_aliases', 'a')} and a.identifier = $2),
  (select t.id ${rowsOf('tasks')} and t.identifier = (
    select p.identifier || '-' || $4
    from project_identifiers i join projects p on ${ofTenant('p')} and p.id = i.project_id
    where ${ofTenant('i')} and i.identifier = $3))) as id`;
