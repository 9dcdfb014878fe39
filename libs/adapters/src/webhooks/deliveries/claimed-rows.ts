import { currentScope } from '@tandem/domain/core/scope';
import type { Claimed } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import type { Row } from '@tandem/platform/postgres/batch';

/** A row of an event with its delivery and attempt; nothing where it has no delivery. */
export function claimedOf({ deliveryId, attempt, id, type, happened, sequence, data }: Row): Claimed[] {
  if (!deliveryId) return [];
  const timestamp = new Date(happened as string).toISOString();
  const event = { id, type, timestamp, tenantId: currentScope().tenantId, sequence, data };
  return [{ deliveryId, attempt, event } as Claimed];
}
