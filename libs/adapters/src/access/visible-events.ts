import { eventReach } from '@tandem/domain/core/events/channels';
import { currentScope } from '@tandem/domain/core/scope';
import type { Bind } from '@tandem/platform/postgres/statements';

export function callersReach(bind: Bind): string | undefined {
  const reach = eventReach(currentScope().rights);
  return reach ? `${bind(JSON.stringify(reach))}::jsonb` : undefined;
}

/** `reach` is a jsonb value from `eventReach`. Uses the current privacy of projects, including deleted ones. */
export const visibleEvents = (event: string, reach: string) => `(not (${reach} -> 'hidden' ?| ${event}.channels)
  and not exists (select from jsonb_each(${reach} -> 'only') o
    where o.key = any(${event}.channels) and not (o.value ?| ${event}.channels))
  and (${reach} -> 'admitted' = 'null' or ${reach} -> 'admitted' ?| ${event}.channels or not exists (
    select from unnest(${event}.channels) as channel
      join projects p on p.tenant_id = ${event}.tenant_id
        and p.id = case when channel like 'project\\_%' then substr(channel, 9)::uuid end
    where p.is_private)))`;
