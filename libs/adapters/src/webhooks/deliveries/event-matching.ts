import { ofTenant } from '@tandem/platform/postgres/tenant-statements';
import { visibleEvents } from '../../access/visible-events.js';
import { isActive } from '../endpoints/endpoint-rules.js';

/** True when the list of exact types and families `column` takes in the event `e`; null takes in all. */
export const takesType = (
  column: string,
) => `(${column} is null or e.type = any(${column}) or exists (select from unnest(${column}) wanted
    where wanted like '%.*' and starts_with(e.type, left(wanted, -1))))`;

/**
 * `WebhookEndpoint.wants`, for many endpoints `w` and events `e` at once; the test of the store of endpoints checks that both do
 * the same. The id of an event tells when it was stored, to the millisecond.
 */
export const wants = (since: string) => wantsFrom(`first_id_at(${since})`);

/** The same, by the first id that an event since that instant can have. */
const wantsFrom = (firstId: string) => `${isActive}
  and e.id >= ${firstId}
  and ${takesType('w.event_types')}
  and (w.channels is null or e.channels && w.channels)
  and (e.type <> 'webhook_delivery.exhausted' or e.data ->> 'endpoint_id' is distinct from w.id::text)`;

/** True when the endpoint wants the event and its member may learn of it; `reaches` is the SQL of a jsonb list as `endpointReaches` makes it. */
export const isWanted = (since: string, reaches: string) => `${wants(since)} and ${mayLearnOf('w.id', reaches)}`;

/** The endpoints of the tenant, with what is asked of each for every event; `reaches` as in `isWanted`. */
export const addressees = (reaches: string) => `select w.*, first_id_at(w.wanted_since) as wanted_from, r.reach
  from webhook_endpoints w join jsonb_to_recordset(${reaches}::jsonb) as r(endpoint_id uuid, reach jsonb) on r.endpoint_id = w.id
  where ${ofTenant('w')} and ${isActive}`;

/** `isWanted` of one of the `addressees`, since it wants any. */
export const isWantedByAddressee = `${wantsFrom('w.wanted_from')} and (w.reach is null or ${visibleEvents('e', 'w.reach')})`;

/** True when the endpoint's member may learn of the event `e`; an endpoint that `reaches` does not name is told nothing. */
export const mayLearnOf = (endpointId: string, reaches: string) =>
  `exists (select from jsonb_to_recordset(${reaches}::jsonb) as r(endpoint_id uuid, reach jsonb)
    where r.endpoint_id = ${endpointId} and (r.reach is null or ${visibleEvents('e', 'r.reach')}))`;
