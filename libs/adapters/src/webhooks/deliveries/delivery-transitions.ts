/*
 * What `WebhookDelivery` and `WebhookAttempt` do, to many rows at once and in one place: each has the name of the method it repeats, and the test
 * beside it holds the two together.
 */

/** Columns of a delivery that is made from the event `e` and the endpoint `w`, and what its constructor puts there. */
export const deliveryColumns = `tenant_id, id, endpoint_id, event_id, event_type, sequence, status, attempt_count, tries, due_at,
  is_recovered, created_at, updated_at`;

export const deliveryValues = (dueAt: string, isRecovered: boolean) =>
  `e.tenant_id, new_delivery_id(), w.id, e.id, e.type, e.sequence, 'pending', 0, 0, ${dueAt}, ${isRecovered}, now(), now()`;

export const begin = (claimId: string) =>
  `status = 'in_flight', claim_id = ${claimId}, attempt_count = attempt_count + 1, updated_at = now()`;

/** Gives back what was not sent. */
export const giveBack = `status = case when tries > 0 then 'retrying' else 'pending' end, claim_id = null,
  attempt_count = attempt_count - 1, updated_at = now()`;

/** `tried` with an answer that is a success. */
export const succeed = (at: string, httpStatus: string) => `status = 'succeeded', claim_id = null, due_at = null,
  completed_at = ${at}, tries = tries + 1, last_attempt_at = ${at}, http_status = ${httpStatus}, error_message = null, updated_at = now()`;

export const isOpen = 'due_at is not null';

/** Of the row `t`. */
export const nextAttemptAt = "case when t.status in ('pending', 'retrying') then t.due_at end";

export const skip = (at: string) =>
  `status = 'skipped', due_at = null, claim_id = null, completed_at = ${at}, updated_at = now()`;

export const isSkipped = "status = 'skipped'";

export const isRecoverable = "d.status in ('exhausted', 'skipped')";

export const recover = (at: string) => `status = 'pending', tries = 0, due_at = ${at}, completed_at = null,
  is_recovered = true, updated_at = ${at}`;

/** Columns of an attempt that begins, and what its constructor puts there. */
export const attemptColumns = 'tenant_id, id, delivery_id, number, created_at, updated_at';

export const attemptValues = (deliveryId: string, number: string) =>
  `$1, new_delivery_id(), ${deliveryId}, ${number}, now(), now()`;

export const finish = (answer: string, at: string) => `finished_at = ${at}, http_status = ${answer}.http_status,
  error_message = ${answer}.error, response_time_ms = ${answer}.millis, response_body = ${answer}.body, updated_at = now()`;

export const lose = (at: string) => `finished_at = ${at}, error_message = 'worker_lost', updated_at = now()`;

export const isUnfinished = 'finished_at is null';
