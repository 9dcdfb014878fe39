import { ofTenant } from '@tandem/platform/postgres/statements';
import { isActive } from '../endpoints/endpoint-rules.js';
import { deliveryColumns, deliveryValues } from './delivery-transitions.js';
import { addressees, isWantedByAddressee } from './event-matching.js';

/** $2 to $3: sequences; $4: first wait (s); $5: endpoints, locked so that a later disable sees the new deliveries. */
export const fanOut = `with w as materialized (${addressees('$5')}),
  matched as materialized (
    select w.id as endpoint_id, e.tenant_id, e.id, e.type, e.sequence
    from events e, w
    where ${ofTenant('e')} and e.sequence between $2 and $3 and ${isWantedByAddressee}),
  locked as materialized (
    select w.id from webhook_endpoints w
    where ${ofTenant('w')} and w.id = any (array(select endpoint_id from matched)) and ${isActive}
    for key share of w)
  insert into webhook_deliveries (${deliveryColumns})
  select ${deliveryValues('now() + make_interval(secs => $4)', false)}
  from matched e join locked w on w.id = e.endpoint_id
  order by e.sequence
  on conflict on constraint webhook_deliveries_event_key do nothing`;
