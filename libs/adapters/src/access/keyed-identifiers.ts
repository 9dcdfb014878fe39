import { ofTenant } from '@tandem/platform/postgres/statements';

export const keyedIdentifiers = (condition: string) => `
  select t.id, i.identifier || substring(t.identifier from '-[0-9]+$') as identifier
  from tasks t join project_identifiers i on ${ofTenant('i')} and i.project_id = t.project_id
  where ${ofTenant()} and ${condition}`;
