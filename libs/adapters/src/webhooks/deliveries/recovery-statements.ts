import { FanOutEvents } from '@tandem/domain/webhooks/deliveries/fan-out-events';
import { ofTenant } from '@tandem/platform/postgres/tenant-statements';
import { position, withCursor } from '../../access/subscription-cursors.js';
import { deliveryColumns, deliveryValues, isRecoverable, recover } from './delivery-transitions.js';
import { isWanted, takesType } from './event-matching.js';

export const mostRecovered = 10_000;

/** The sequence of the last event that the fan-out has dealt with; nothing where it has dealt with all of them. */
const fannedOut = `select ${position} from ${withCursor} where ${ofTenant('w')} and w.subscription = '${FanOutEvents.name}'`;

/**
 * True when the fan-out has yet to deal with the event `e` and will then make its delivery to the endpoint `w`. Its cursor moves in the
 * transaction of its deliveries, so that a statement which reads both sees either that it is awaited, or the delivery.
 */
const isAwaited = `(e.sequence > (${fannedOut}) and e.id >= first_id_at(w.wanted_since))`;

/** Events that endpoints should have got and have not, the oldest first; one more than are recovered at once, where there are more. */
const missed = `select e.tenant_id, e.id, e.type, e.sequence, w.id as endpoint_id
  from events e join webhook_endpoints w on w.tenant_id = e.tenant_id
  where ${ofTenant('e')} and e.sequence is not null and e.id >= $2 and e.id < $3
    and ($4::uuid is null or w.id = $4) and ${takesType('$5::text[]')} and ${isWanted('w.created_at', '$6')}
    and ($7 or ${isAwaited} is not true)
    and not exists (select from webhook_deliveries d where d.tenant_id = e.tenant_id and d.endpoint_id = w.id
      and d.event_id = e.id and not ${isRecoverable})
  order by e.id, w.id limit ${mostRecovered + 1}`;

/** Counts what `putBack` would put back. */
export const count = `select count(*) as found, least(count(*), ${mostRecovered}) as recovered from (${missed}) candidates`;

/**
 * The candidates stand for the events `e` and their endpoints `w`: joined to the tables again, each would be looked for among all events of
 * the tenant where statistics were taken before there were any.
 */
export const putBack = `with candidates as (${missed}),
  put_back as (
    insert into webhook_deliveries as d (${deliveryColumns})
    select ${deliveryValues('now()', true)}
    from (select * from candidates t where ${ofTenant()} order by id, endpoint_id limit ${mostRecovered}) e, lateral (select e.endpoint_id as id) w
    order by e.id
    on conflict on constraint webhook_deliveries_event_key do update set ${recover('excluded.due_at')} where ${isRecoverable}
    returning 1)
  select (select count(*) from candidates) as found, (select count(*) from put_back) as recovered`;
