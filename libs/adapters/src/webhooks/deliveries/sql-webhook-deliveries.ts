import type { EventRange } from '@tandem/domain/core/events/happened';
import { timeOfId } from '@tandem/domain/core/id';
import type {
  DeliveryFilters,
  FannedOut,
  Receiver,
  Recovery,
  RecoveryRequest,
  WebhookDeliveries,
} from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import type { WebhookDelivery } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import type { Statement } from '@tandem/platform/postgres/batch';
import { eventRow } from '@tandem/platform/store/event-rows';
import { storeOf } from '@tandem/platform/store/store-of';
import { type Bind, equals, type FiltersOf, madeBefore, madeSince } from '@tandem/platform/postgres/params';
import { rowsOf, tenantStatement } from '@tandem/platform/postgres/tenant-statements';
import { latestIdFirst } from '@tandem/platform/store/orders';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { callersReach, visibleEvents } from '../../access/visible-events.js';
import { isSkipped } from './delivery-transitions.js';
import { endClaims, longestSeconds, skipEnded, skipOpen } from './ending-statements.js';
import { storeUnderWay } from './fan-out-statements.js';
import { fannedOut } from './fanned-out.js';
import { recovered } from './recovered.js';
import { webhookDeliveryTable } from './webhook-delivery.table.js';
import { deliveryView } from './webhook-delivery.view.js';

const filters: FiltersOf<DeliveryFilters> = {
  ids: (ids, bind) => `t.id = any(${bind(ids)}::uuid[])`,
  claimId: equals('claim_id'),
  endpointId: equals('endpoint_id'),
  eventId: equals('event_id'),
  status: equals('status'),
  httpStatus: equals('http_status'),
  since: madeSince,
  until: madeBefore,
};

const oldestMissed = `select event_id as id
  ${rowsOf('webhook_deliveries')} and endpoint_id = $2 and ${isSkipped} and completed_at >= $3 order by event_id limit 1`;

/** All of the claim that has the delivery $2. */
const storeWith = storeUnderWay('$2 = any (delivery_ids)');
/** To the endpoint $2 where one is given. */
const storeAll = storeUnderWay('event_ids is not null and under_way > 0 and ($2::uuid is null or endpoint_id = $2)');

export class SqlWebhookDeliveries
  extends storeOf(SqlStore<WebhookDelivery, DeliveryFilters>, {
    table: webhookDeliveryTable,
    view: deliveryView,
    filters,
  })
  implements WebhookDeliveries
{
  protected override readonly listOrder = latestIdFirst;
  protected override readonly horizon = 20_000;

  /** Those that are being sent for the first time, and have no rows yet, get them when they are asked for. */
  override async page(request: PageRequest & DeliveryFilters): Promise<Page<WebhookDelivery>> {
    await this.database.queryOfTenant(storeAll, request.endpointId ?? null);
    return super.page(request);
  }

  override async find(id: string): Promise<WebhookDelivery | undefined> {
    return (await super.find(id)) ?? (await this.stored(id), super.find(id));
  }

  override async read(id: string): Promise<Rendered<WebhookDelivery>> {
    const known = await this.findWhere((bind) => `t.id = ${bind(id)}`);
    return known ?? (await this.stored(id), super.read(id));
  }

  fanOut(range: EventRange, firstWaitSeconds: number, receivers: readonly Receiver[] = []): Promise<FannedOut> {
    return fannedOut(this.database, { range, firstWaitSeconds, receivers });
  }

  recover(request: RecoveryRequest): Promise<Recovery> {
    return this.database.run(async () => {
      const recovery = await recovered(this.database, request);
      const { endpointId = null, dryRun } = request;
      if (recovery.recovered > 0 && !dryRun)
        await this.write([tenantStatement(skipEnded, endpointId), noted(request, recovery)]);
      return recovery;
    });
  }

  async oldestMissed(endpointId: string, missedSince: Date): Promise<Date> {
    const looking = this.database.withTimeout(longestSeconds, tenantStatement(oldestMissed, endpointId, missedSince));
    const { rows } = (await this.database.batch(looking)).at(-1)!;
    return new Date(Math.min(missedSince.getTime(), ...rows.map(({ id }) => timeOfId(id as string).getTime())));
  }

  async skipOpen(endpointId: string, at: Date): Promise<void> {
    const skipping = this.database.withTimeout(longestSeconds, tenantStatement(skipOpen, endpointId, at));
    await this.database.defer([tenantStatement(endClaims, endpointId), ...skipping]);
  }

  private async stored(id: string): Promise<void> {
    await this.database.queryOfTenant(storeWith, id);
  }

  protected override visible(bind: Bind): string | undefined {
    const reach = callersReach(bind);
    return (
      reach &&
      `exists (select from events e where e.tenant_id = t.tenant_id and e.id = t.event_id and ${visibleEvents('e', reach)})`
    );
  }
}

/** For the audit log. */
const noted = ({ since, until, endpointId }: RecoveryRequest, { recovered }: Recovery): Statement =>
  eventRow({
    type: 'webhook_event.recovered',
    resourceType: 'webhook_endpoint',
    resourceId: endpointId ?? null,
    channels: ['webhooks'],
    details: { since, until: until ?? null, recovered },
  });
