import { FollowUp } from '@tandem/domain/core/events/follow-up';
import type { EventRange } from '@tandem/domain/core/events/happened';
import { timeOfId } from '@tandem/domain/core/id';
import { DeliverDue } from '@tandem/domain/webhooks/deliveries/deliver-due';
import type {
  DeliveryFilters,
  Recovery,
  RecoveryRequest,
  WebhookDeliveries,
} from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import type { WebhookDelivery } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import type { Statement } from '@tandem/platform/postgres/batch';
import { eventRow } from '@tandem/platform/store/event-rows';
import { storeOf } from '@tandem/platform/store/store-of';
import { createdBefore, createdSince, equals, type FiltersOf } from '@tandem/platform/postgres/filters';
import { type Bind, ofTenant, rowsOf, tenantStatement } from '@tandem/platform/postgres/statements';
import { latestIdFirst } from '@tandem/platform/store/orders';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { callersReach, visibleEvents } from '../../access/visible-events.js';
import { isOpen, isSkipped, skip } from './delivery-transitions.js';
import { endpointReaches } from './endpoint-reaches.js';
import { fanOut } from './fan-out-statement.js';
import { recovered } from './recovered.js';
import { makeDue, lockHealths, skipEnded } from './recovery-statements.js';
import { deliveryFields } from './webhook-delivery.fields.js';

const filters: FiltersOf<DeliveryFilters> = {
  ids: (ids, bind) => `t.id = any(${bind(ids)}::uuid[])`,
  endpointId: equals('endpoint_id'),
  eventId: equals('event_id'),
  status: equals('status'),
  httpStatus: equals('http_status'),
  since: createdSince,
  until: createdBefore,
  isPending: () => `t.status = 'pending'`,
  isRetrying: () => `t.status = 'retrying'`,
  exhaustedSince: (instant, bind) => `t.status = 'exhausted' and t.completed_at >= ${bind(instant)}`,
};

const oldestMissed = `select event_id as id
  ${rowsOf('webhook_deliveries')} and endpoint_id = $2 and ${isSkipped} and completed_at >= $3
  order by event_id limit 1`;

const skipAll = `update webhook_deliveries t set ${skip('$3')} where ${ofTenant()} and endpoint_id = $2 and ${isOpen}`;

/** After days of failures an endpoint may have millions of open deliveries; each takes about 28 µs. */
const maxSeconds = 120;

export class SqlWebhookDeliveries
  extends storeOf(SqlStore<WebhookDelivery, DeliveryFilters>, { ...deliveryFields, filters })
  implements WebhookDeliveries
{
  protected override readonly listOrder = latestIdFirst;
  protected override readonly horizon = 20_000;

  async fanOut({ from, to }: EventRange, firstWaitSeconds: number): Promise<number> {
    const reaches = await endpointReaches(this.database);
    if (reaches.length === 0) return 0;
    const statement = tenantStatement(fanOut, from, to, firstWaitSeconds, JSON.stringify(reaches));
    return (await this.database.plannedBatch(statement))[0]!.count;
  }

  recover(request: RecoveryRequest): Promise<Recovery> {
    return this.database.run(async () => {
      const { waiting, ...recovery } = await recovered(this.database, request);
      if (request.dryRun || recovery.recovered + waiting.length === 0) return recovery;
      const { endpointId = null } = request;
      const statements = [tenantStatement(lockHealths, endpointId), tenantStatement(skipEnded, endpointId)];
      const dueNow = this.database.withTimeout(maxSeconds, tenantStatement(makeDue, waiting));
      recovery.recovered += (await this.database.batch([...statements, ...dueNow])).at(-1)!.count;
      if (recovery.recovered > 0) await this.write([noted(request, recovery)]);
      return recovery;
    });
  }

  async oldestMissed(endpointId: string, missedSince: Date): Promise<Date> {
    const looking = this.database.withTimeout(maxSeconds, tenantStatement(oldestMissed, endpointId, missedSince));
    const { rows } = (await this.database.batch(looking)).at(-1)!;
    return new Date(Math.min(missedSince.getTime(), ...rows.map(({ id }) => timeOfId(id as string).getTime())));
  }

  async skipOpen(endpointId: string, at: Date): Promise<void> {
    await this.database.defer(this.database.withTimeout(maxSeconds, tenantStatement(skipAll, endpointId, at)));
  }

  sendSoon(): Promise<void> {
    return this.database.signal('tandem_work', JSON.stringify(new FollowUp(DeliverDue, {})));
  }

  protected override visible(bind: Bind): string | undefined {
    const reach = callersReach(bind);
    return (
      reach &&
      `exists (select from events e
        where e.tenant_id = t.tenant_id and e.id = t.event_id and ${visibleEvents('e', reach)})`
    );
  }
}

const noted = ({ since, until, endpointId }: RecoveryRequest, { recovered }: Recovery): Statement =>
  eventRow({
    type: 'webhook_event.recovered',
    resourceType: 'webhook_endpoint',
    resourceId: endpointId ?? null,
    channels: ['webhooks'],
    details: { since, until: until ?? null, recovered },
  });
