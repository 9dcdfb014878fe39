import { currentScope } from '@tandem/domain/core/scope';
import type { Claimed } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import type { Row } from '@tandem/platform/postgres/batch';
import { instantText } from '@tandem/platform/rows/row-json';

/** A row of an event with its delivery and attempt; nothing where it has no delivery. */
export function claimedOf({ deliveryId, attempt, id, type, happened, sequence, data }: Row): Claimed[] {
  if (!deliveryId) return [];
  const timestamp = instantText(happened as string);
  const event = { id, type, timestamp, tenantId: currentScope().tenantId, sequence, data };
  return [{ deliveryId, attempt, event } as Claimed];
}
