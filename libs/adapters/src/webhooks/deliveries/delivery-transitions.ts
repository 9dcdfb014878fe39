import { rowsOf } from '@tandem/platform/postgres/tenant-statements';

/*
 * What `WebhookDelivery` and `WebhookAttempt` do, to many rows at once and in one place: each has the name of the method it repeats, and the test
 * beside it holds the two together. The first attempt stands in the row of its delivery, later ones in `webhook_attempts`.
 */

/** UUIDv7 (RFC 9562) of the row's own `created_at`. A statement works out the part that tells the time once for all rows that it makes. */
export const newRowId = `overlay(gen_random_uuid()::text placing (select left(first_id_at(date_trunc('milliseconds', now()))::text, 15)) from 1 for 15)::uuid`;

/** Columns of a delivery that is made from the event `e` and the endpoint `w`, and what its constructor puts there. */
export const deliveryColumns = `tenant_id, id, endpoint_id, event_id, event_type, sequence, status, attempt_count, tries, due_at,
  is_recovered, created_at, updated_at`;

export const deliveryValues = (dueAt: string, isRecovered: boolean) =>
  `e.tenant_id, ${newRowId}, w.id, e.id, e.type, e.sequence, 'pending', 0, 0, ${dueAt}, ${isRecovered}, now(), now()`;

/** Columns of a delivery that gets its row while it is in flight, and what `begin` of a new one of the event `e` puts there, by the claim `c`. */
export const begunColumns = `${deliveryColumns}, claim_id, first_began_at`;

export const begunValues = (id: string) =>
  `c.tenant_id, ${id}, c.endpoint_id, e.id, e.type, e.sequence, 'in_flight', 1, 0, c.created_at, false, c.created_at, now(), c.id, c.created_at`;

/** The same of one that gets its row with the answer `o` of its first attempt, which is a success. */
export const answeredColumns = `${deliveryColumns}, http_status, last_attempt_at, completed_at, first_began_at, first_finished_at,
  first_http_status, first_response_time_ms, first_response_body`;

export const answeredValues = `c.tenant_id, o.id, c.endpoint_id, o.event_id, o.event_type, o.sequence, 'succeeded', 1, 1, null, false,
  c.created_at, now(), o.http_status, now(), now(), c.created_at, now(), o.http_status, o.millis, o.body`;

/** The event has a delivery to the endpoint with a row. Asked for each, behind `offset 0`, by the key: joined, PostgreSQL may read all that a tenant has. */
export const hasRow = (eventId: string, endpointId: string) => `exists (select ${rowsOf('webhook_deliveries', 'x')}
    and x.event_id = ${eventId} and x.endpoint_id = ${endpointId} offset 0)`;

/** Of the first attempt. */
export const isFirstUnfinished = 'first_began_at is not null and first_finished_at is null';

/** `lose` of the first attempt, where it is under way. */
export const loseFirst = (
  at: string,
) => `first_finished_at = case when ${isFirstUnfinished} then ${at} else first_finished_at end,
  first_error = case when ${isFirstUnfinished} then 'worker_lost' else first_error end`;

/** With its attempt where that is the first; a first one that is still under way has lost its worker. */
export const begin = (claimId: string) =>
  `status = 'in_flight', claim_id = ${claimId}, attempt_count = attempt_count + 1, updated_at = now(),
  first_began_at = coalesce(first_began_at, now()), ${loseFirst('now()')}`;

/** Gives back what was not sent. */
export const giveBack = `status = case when status = 'skipped' then status when tries > 0 then 'retrying' else 'pending' end, claim_id = null,
  attempt_count = attempt_count - 1, updated_at = now(), first_began_at = case when attempt_count > 1 then first_began_at end`;

/** `tried` with an answer that is a success. */
export const succeed = (
  at: string,
  httpStatus: string,
  note = 'null',
) => `status = 'succeeded', claim_id = null, due_at = null,
  completed_at = ${at}, tries = tries + 1, last_attempt_at = ${at}, http_status = ${httpStatus}, error_message = ${note}, updated_at = now()`;

export const isOpen = 'due_at is not null';

/** Of the row `t`. */
export const nextAttemptAt = "case when t.status in ('pending', 'retrying') then t.due_at end";

export const skip = (at: string) =>
  `status = 'skipped', due_at = null, claim_id = null, completed_at = ${at}, updated_at = now()`;

export const isSkipped = "status = 'skipped'";

export const isRecoverable = "d.status in ('exhausted', 'skipped')";

export const recover = (at: string) => `status = 'pending', tries = 0, due_at = ${at}, completed_at = null,
  is_recovered = true, updated_at = ${at}`;

/** `finish` of the first attempt of the delivery `d` where the condition is true; the others stay as they are. */
export const finishFirst = (answer: string, at: string, condition = 'true') =>
  Object.entries({
    first_finished_at: at,
    first_http_status: `${answer}.http_status`,
    first_error: `${answer}.note`,
    first_response_time_ms: `${answer}.millis`,
    first_response_body: `${answer}.body`,
  })
    .map(([column, value]) => `${column} = case when ${condition} then ${value} else d.${column} end`)
    .join(', ');

/** Columns of a later attempt that begins, and what its constructor puts there. */
export const attemptColumns = 'tenant_id, id, delivery_id, number, created_at, updated_at';

export const attemptValues = (deliveryId: string, number: string) =>
  `$1, ${newRowId}, ${deliveryId}, ${number}, now(), now()`;

export const finish = (answer: string, at: string) => `finished_at = ${at}, http_status = ${answer}.http_status,
  error_message = ${answer}.note, response_time_ms = ${answer}.millis, response_body = ${answer}.body, updated_at = now()`;

export const lose = (at: string) => `finished_at = ${at}, error_message = 'worker_lost', updated_at = now()`;

export const isUnfinished = 'finished_at is null';
