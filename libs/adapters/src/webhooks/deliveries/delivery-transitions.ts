import { rowsOf } from '@tandem/platform/postgres/statements';
import { isHeldBack } from '../endpoints/endpoint-rules.js';

/** Transitions of many rows at once, as parts of SQL statements; all others are methods of `WebhookDelivery`. */

/** A UUIDv7 (RFC 9562) of the current time. */
export const newRowId = `overlay(gen_random_uuid()::text placing
  (select left(first_id_at(date_trunc('milliseconds', now()))::text, 15)) from 1 for 15)::uuid`;

export const deliveryColumns = `tenant_id, id, endpoint_id, event_id, event_type, sequence, status, attempt_count,
  tries, due_at, is_recovered, created_at, updated_at`;

export const deliveryValues = (dueAt: string, isRecovered: boolean) =>
  `e.tenant_id, ${newRowId}, w.id, e.id, e.type, e.sequence, 'pending', 0, 0, ${dueAt}, ${isRecovered}, now(), now()`;

/** Renewed every 2 s; with the sweep, the deliveries of a killed worker are sent again within 10 s. */
export const leaseEnd = `now() + interval '7 seconds'`;

/** Always true: PostgreSQL estimates that a range holds for one row in 200, and then plans a look-up per row. */
export const isNumber = (column: string) => `${column} between 0 and 2147483647`;

export const isLeased = 'leased_until > now()';

export const isDue = 'due_at <= now() and (leased_until is null or leased_until <= now())';

/** Separate from `isDue` for its index: a held endpoint may have many due rows. */
export const isUrgent = 'is_urgent and due_at is not null';

export const isOpen = 'due_at is not null';

export const isSkipped = "status = 'skipped'";

export const isRecoverable = "d.status in ('exhausted', 'skipped')";

/** For the next retry, or for the end of a hold and its probes. */
export const isWaiting = `(not d.is_urgent and (d.status = 'retrying' or d.status = 'pending'
    and d.endpoint_id = any (array(select h.id ${rowsOf('webhook_endpoint_healths', 'h')} and ${isHeldBack}))))`;

const heldUntil = `(select h.held_until from webhook_endpoint_healths h
    where h.tenant_id = t.tenant_id and h.id = t.endpoint_id and not t.is_urgent)`;

/** `WebhookDelivery.nextAttemptAt` of the row `t`. */
export const nextAttemptAt = `case when t.status in ('pending', 'retrying') then greatest(t.due_at, ${heldUntil},
    case when t.due_at < now() - interval '5 seconds' then now() end) end`;

export const start = `status = 'in_flight', leased_until = ${leaseEnd}, attempt_count = d.attempt_count + 1,
  updated_at = now()`;

export const succeed = (
  result: string,
) => `status = 'succeeded', leased_until = null, due_at = null, completed_at = now(),
  tries = d.tries + 1, last_attempt_at = now(), http_status = ${result}.http_status, error_message = ${result}.note,
  updated_at = now()`;

/** A success counts even if the delivery was skipped, unless another attempt has begun. */
export const mayStillSucceed = (number: string) => `d.attempt_count = ${number} and d.status <> 'succeeded'`;

/** Given up: the endpoint was disabled or deleted, or may no longer receive the event. */
export const skip = (at: string) =>
  `status = 'skipped', due_at = null, leased_until = null, completed_at = ${at}, updated_at = now()`;

/** Makes it due again, with a lower priority than new deliveries. */
export const recover = (at: string) => `status = 'pending', tries = 0, due_at = ${at}, completed_at = null,
  is_recovered = true, is_urgent = false, updated_at = ${at}`;

export const finish = (result: string) => `finished_at = now(), http_status = ${result}.http_status,
  error_message = ${result}.note, response_time_ms = ${result}.millis, response_body = ${result}.body,
  updated_at = now()`;

/** The worker of the attempt has died. */
export const lose = `finished_at = now(), error_message = 'worker_lost', updated_at = now()`;

export const isUnfinished = 'finished_at is null';
