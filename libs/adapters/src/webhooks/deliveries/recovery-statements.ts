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

/**
 * Events that endpoints should have got and have not, the oldest first; one more than are recovered at once, where there are more. What they
 * have got is taken away as a set: asked for each event, PostgreSQL reads all deliveries each time where it took statistics before there were any.
 */
const missed = `select e.tenant_id, e.id, e.type, e.sequence, w.id as endpoint_id
  from events e join webhook_endpoints w on w.tenant_id = e.tenant_id
  where ${ofTenant('e')} and e.sequence is not null and e.id >= $2 and e.id < $3
    and ($4::uuid is null or w.id = $4) and ${takesType('$5::text[]')} and ${isWanted('w.created_at', '$6')}
    and ($7 or ${isAwaited} is not true)
  except all select d.tenant_id, d.event_id, d.event_type, d.sequence, d.endpoint_id
  from webhook_deliveries d where ${ofTenant('d')} and d.event_id >= $2 and d.event_id < $3 and not ${isRecoverable}
  order by id, endpoint_id limit ${mostRecovered + 1}`;

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
