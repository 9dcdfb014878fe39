import { ofTenant } from '@tandem/platform/postgres/statements';
import { visibleEvents } from '../../access/visible-events.js';
import { isActive } from '../endpoints/endpoint-rules.js';

/** True if the list of types and families in `column` matches the event `e`; null matches all. */
export const matchesType = (
  column: string,
) => `(${column} is null or e.type = any(${column}) or exists (select from unnest(${column}) wanted
    where wanted like '%.*' and starts_with(e.type, left(wanted, -1))))`;

/** `WebhookEndpoint.wants` in SQL; the test of the store compares both. An event's id has its time in milliseconds. */
export const wants = (since: string) => wantsFrom(`first_id_at(${since})`);

/** The same, by the lowest id of an event since that instant. */
const wantsFrom = (firstId: string) => `${isActive}
  and e.id >= ${firstId}
  and ${matchesType('w.event_types')}
  and (w.channels is null or e.channels && w.channels)
  and (e.type <> 'webhook_delivery.exhausted' or e.data ->> 'endpoint_id' is distinct from w.id::text)`;

/** `reaches` is SQL of the jsonb list of `endpointReaches`. */
export const isWanted = (since: string, reaches: string) => `${wants(since)} and ${mayLearnOf('w.id', reaches)}`;

/** The tenant's endpoints with the columns that `isWantedByAddressee` needs; `reaches` as in `isWanted`. */
export const addressees = (reaches: string) => `select w.*, first_id_at(w.wanted_since) as wanted_from, r.reach
  from webhook_endpoints w
    join jsonb_to_recordset(${reaches}::jsonb) as r(endpoint_id uuid, reach jsonb) on r.endpoint_id = w.id
  where ${ofTenant('w')} and ${isActive}`;

export const isWantedByAddressee = `${wantsFrom('w.wanted_from')}
  and (w.reach is null or ${visibleEvents('e', 'w.reach')})`;

/** True if the endpoint's member may see the event `e`; false for an endpoint that `reaches` does not name. */
export const mayLearnOf = (endpointId: string, reaches: string) =>
  `exists (select from jsonb_to_recordset(${reaches}::jsonb) as r(endpoint_id uuid, reach jsonb)
    where r.endpoint_id = ${endpointId} and (r.reach is null or ${visibleEvents('e', 'r.reach')}))`;
