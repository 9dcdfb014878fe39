import { ofTenant } from '@tandem/platform/postgres/tenant-statements';

/** The tasks `t` that a condition picks: id and identifier, as `Task` makes it, once for every key that the project has or ever had. */
export const keyedIdentifiers = (condition: string) => `
  select t.id, i.identifier || substring(t.identifier from '-[0-9]+$') as identifier
  from tasks t join project_identifiers i on ${ofTenant('i')} and i.project_id = t.project_id
  where ${ofTenant()} and ${condition}`;
