/*
 * What `WebhookDelivery` does, to many rows at once and in one place: each has the name of the method it repeats, and the test
 * beside it holds the two together.
 */

/** Columns of a delivery that is made from the event `e` and the endpoint `w`, and what its constructor puts there. */
export const deliveryColumns = `tenant_id, id, endpoint_id, event_id, event_type, sequence, status, attempt_count, tries, due_at,
  is_recovered, created_at, updated_at`;

export const deliveryValues = (dueAt: string, isRecovered: boolean) =>
  `e.tenant_id, new_delivery_id(), w.id, e.id, e.type, e.sequence, 'pending', 0, 0, ${dueAt}, ${isRecovered}, now(), now()`;

export const begin = (claimId: string, leaseEnds: string) =>
  `status = 'in_flight', claim_id = ${claimId}, due_at = ${leaseEnds}, attempt_count = attempt_count + 1, updated_at = now()`;

export const isOpen = 'due_at is not null';

export const skip = (at: string) =>
  `status = 'skipped', due_at = null, claim_id = null, completed_at = ${at}, updated_at = now()`;

export const isRecoverable = "d.status in ('exhausted', 'skipped')";

export const recover = (at: string) => `status = 'pending', tries = 0, due_at = ${at}, completed_at = null,
  is_recovered = true, updated_at = ${at}`;
