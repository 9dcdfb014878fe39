/*
 * The transitions of deliveries and attempts that many rows make at once, as the parts of SQL statements. The others are methods of
 * `WebhookDelivery`.
 */

/** A UUIDv7 (RFC 9562) of the current time. */
export const newRowId = `overlay(gen_random_uuid()::text placing (select left(first_id_at(date_trunc('milliseconds', now()))::text, 15)) from 1 for 15)::uuid`;

/** A new delivery of the event `e` to the endpoint `w`. */
export const deliveryColumns = `tenant_id, id, endpoint_id, event_id, event_type, sequence, status, attempt_count, tries, due_at,
  is_recovered, created_at, updated_at`;

export const deliveryValues = (dueAt: string, isRecovered: boolean) =>
  `e.tenant_id, ${newRowId}, w.id, e.id, e.type, e.sequence, 'pending', 0, 0, ${dueAt}, ${isRecovered}, now(), now()`;

/** With what the worker adds by renewals; a killed worker's deliveries are due again within 10 s, the sweep included. */
export const leaseEnd = `now() + interval '7 seconds'`;

/** True. PostgreSQL expects a range to hold for one row in 200, and therefore looks up each of those rows instead of reading all. */
export const isNumber = (column: string) => `${column} between 0 and 2147483647`;

/** Of a delivery that is in flight. */
export const isLeased = 'leased_until > now()';

/** Nobody sends it: it waits, or whoever sent it has vanished. */
export const isDue = 'due_at <= now() and (leased_until is null or leased_until <= now())';

export const isOpen = 'due_at is not null';

export const isSkipped = "status = 'skipped'";

/** The endpoint missed it: it ended without a success. */
export const isRecoverable = "d.status in ('exhausted', 'skipped')";

/** Of the row `t`; the view shows it under the name of the property that repeats it. */
export const nextAttemptAt = "case when t.status in ('pending', 'retrying') then t.due_at end";

/** Begins an attempt of the delivery `d`. */
export const begin = `status = 'in_flight', leased_until = ${leaseEnd}, attempt_count = d.attempt_count + 1, updated_at = now()`;

/** After a successful attempt. */
export const succeed = (
  answer: string,
) => `status = 'succeeded', leased_until = null, due_at = null, completed_at = now(),
  tries = d.tries + 1, last_attempt_at = now(), http_status = ${answer}.http_status, error_message = ${answer}.note, updated_at = now()`;

/** An attempt that succeeds counts whatever has happened to the delivery, until another one begins. */
export const mayStillSucceed = (number: string) => `d.attempt_count = ${number} and d.status <> 'succeeded'`;

/** Gives it up: the endpoint is disabled or deleted, or may not receive the event any more. */
export const skip = (at: string) =>
  `status = 'skipped', due_at = null, leased_until = null, completed_at = ${at}, updated_at = now()`;

/** Makes it due again, after those that were not missed. */
export const recover = (at: string) => `status = 'pending', tries = 0, due_at = ${at}, completed_at = null,
  is_recovered = true, updated_at = ${at}`;

export const finish = (answer: string) => `finished_at = now(), http_status = ${answer}.http_status,
  error_message = ${answer}.note, response_time_ms = ${answer}.millis, response_body = ${answer}.body, updated_at = now()`;

/** The worker that made the attempt has vanished. */
export const lose = `finished_at = now(), error_message = 'worker_lost', updated_at = now()`;

export const isUnfinished = 'finished_at is null';
