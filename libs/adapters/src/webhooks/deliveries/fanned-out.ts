import type { EventRange } from '@tandem/domain/core/events/happened';
import { newId } from '@tandem/domain/core/id';
import type { Claim } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import type { FannedOut, Receiver } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import type { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import type { Row } from '@tandem/platform/postgres/batch';
import type { Database } from '@tandem/platform/postgres/database';
import { plannedForAll } from '@tandem/platform/postgres/planning';
import { tenantStatement } from '@tandem/platform/postgres/tenant-statements';
import { claimedOf } from './claimed-rows.js';
import { endpointReaches } from './endpoint-reaches.js';
import { eventsOfClaims, fanOut } from './fan-out-statements.js';

interface FanOut {
  range: EventRange;
  firstWaitSeconds: number;
  receivers: readonly Receiver[];
}

/** `WebhookDeliveries.fanOut`. */
export async function fannedOut(
  database: Database,
  { range, firstWaitSeconds, receivers }: FanOut,
): Promise<FannedOut> {
  const reaches = await endpointReaches(database);
  if (reaches.length === 0) return { endpointIds: [], claims: [] };
  const offers = receivers.map(({ endpoint, held }) => ({ endpoint, id: newId(), held: held.map(({ id }) => id) }));
  const offered = offers.map(({ endpoint, id, held }) => {
    return { endpoint_id: endpoint.id, updated_at: endpoint.updatedAt, claim_id: id, held };
  });
  const values = [range.from, range.to, firstWaitSeconds, JSON.stringify(reaches), JSON.stringify(offered)];
  const statements = [tenantStatement(fanOut, ...values)];
  const locks = [];
  if (offers.length > 0) {
    // As for each claim: two at once would both count on the same room.
    locks.push(advisoryLock('deliveries'));
    const claimIds = offers.map(({ id }) => id);
    statements.push(tenantStatement(eventsOfClaims, range.from, range.to, claimIds));
  }
  const outcomes = await database.batch([...locks, ...plannedForAll(...statements)]);
  const [made = [], events = []] = outcomes.slice(locks.length + 1, -1).map(({ rows }) => rows);
  const claims = offers.map(({ endpoint, id }) => directClaim(id, endpoint, made, events));
  return {
    endpointIds: made.filter(({ deliveryId }) => !deliveryId).map((row) => row.endpointId as string),
    claims: claims.filter(({ taken }) => taken.length > 0),
  };
}

function directClaim(id: string, endpoint: WebhookEndpoint, made: readonly Row[], events: readonly Row[]): Claim {
  const own = made.filter(({ endpointId, deliveryId }) => deliveryId && endpointId === endpoint.id);
  const deliveries = new Map(own.map(({ eventId, deliveryId }) => [eventId, deliveryId]));
  const taken = events.flatMap((row) => claimedOf({ ...row, deliveryId: deliveries.get(row.id), attempt: 1 }));
  return { id, endpoint, isDirect: true, skipped: 0, isHealthy: true, hasRoom: true, hasMore: false, taken };
}
