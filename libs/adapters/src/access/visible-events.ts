import { eventReach } from '@tandem/domain/core/events/channels';
import { currentScope } from '@tandem/domain/core/scope';
import type { Bind } from '@tandem/platform/postgres/params';

/** What the caller may learn of, for `visibleEvents`; undefined is everything. */
export function callersReach(bind: Bind): string | undefined {
  const reach = eventReach(currentScope().rights);
  return reach ? `${bind(JSON.stringify(reach))}::jsonb` : undefined;
}

/**
 * The condition that lets somebody learn only of events within a reach: `reach` is the SQL of a jsonb value as `eventReach` makes
 * it, `event` the row. Whether a project is private is asked as it stands now, of deleted ones too.
 */
export const visibleEvents = (event: string, reach: string) => `(not (${reach} -> 'hidden' ?| ${event}.channels)
  and not exists (select from jsonb_each(${reach} -> 'only') o
    where o.key = any(${event}.channels) and not (o.value ?| ${event}.channels))
  and (${reach} -> 'admitted' = 'null' or ${reach} -> 'admitted' ?| ${event}.channels or not exists (
    select from unnest(${event}.channels) as channel
      join projects p on p.tenant_id = ${event}.tenant_id and p.id = case when channel like 'project\\_%' then substr(channel, 9)::uuid end
    where p.is_private)))`;
