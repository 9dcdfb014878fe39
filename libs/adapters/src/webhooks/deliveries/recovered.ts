import { clock } from '@tandem/domain/core/clock';
import { dayMillis } from '@tandem/domain/core/durations';
import { firstIdAt } from '@tandem/domain/core/id';
import type { Recovery, RecoveryRequest } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import type { Database } from '@tandem/platform/postgres/database';
import { tenantStatement } from '@tandem/platform/postgres/statements';
import { endpointReaches } from './endpoint-reaches.js';
import { count, lookedAt, maxRecovered, putBack, batch } from './recovery-statements.js';

/** `waiting`: the deliveries still to be made due. */
interface FirstPart extends Recovery {
  waiting: string[];
}

/** `WebhookDeliveries.recover` in the open transaction, in batches that each have a timeout. */
export async function recovered(database: Database, request: RecoveryRequest): Promise<FirstPart> {
  const { since, endpointId = null, eventTypes = null, dryRun, withAwaited, withWaiting } = request;
  // Not now: ids may come from a clock that is ahead.
  const end = firstIdAt(request.until ?? new Date(clock.millis() + dayMillis));
  const reaches = await endpointReaches(database, endpointId);
  const filters = [endpointId, eventTypes, JSON.stringify(reaches), Boolean(withAwaited)];
  const recovery: FirstPart = { recovered: 0, hasMore: false, waiting: [] };
  for (let from = firstIdAt(since); reaches.length > 0 && from < end && !recovery.hasMore;) {
    const [next] = await database.queryOfTenant(batch, from, end, lookedAt(reaches.length));
    const to = next!.to as string;
    const left = maxRecovered - recovery.recovered - recovery.waiting.length;
    const statement = tenantStatement(dryRun ? count : putBack, from, to, ...filters, left, Boolean(withWaiting));
    const [, counted] = await database.batch(database.withTimeout(5, statement));
    const { found, recovered, waiting } = counted!.rows[0] as { found: number; recovered: number; waiting: string[] };
    recovery.recovered += recovered;
    recovery.waiting.push(...waiting);
    recovery.hasMore = found > left;
    from = to;
    database.extendDeadline();
  }
  return recovery;
}
