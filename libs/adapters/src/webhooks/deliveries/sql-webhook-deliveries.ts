import type { EventRange } from '@tandem/domain/core/events/happened';
import { firstIdAt, timeOfId } from '@tandem/domain/core/id';
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
import { ofTenant, rowsOf, tenantStatement } from '@tandem/platform/postgres/tenant-statements';
import { latestIdFirst } from '@tandem/platform/store/orders';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { callersReach, visibleEvents } from '../../access/visible-events.js';
import { isOpen, isSkipped, skip } from './delivery-transitions.js';
import { endpointReaches } from './endpoint-reaches.js';
import { storing } from './fan-out-statements.js';
import { fannedOut } from './fanned-out.js';
import { count, lookedAt, mostRecovered, putBack, stretch } from './recovery-statements.js';
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

/** Deliveries without rows get them first: their claims end with the endpoint. */
const endClaims = `with over as (delete from webhook_claims t where ${ofTenant()} and endpoint_id = $2 returning *) ${storing('over')}`;

/** Gives rows to all deliveries of the claims that `which` picks. */
const rowsFor = (which: string) =>
  storing(`(select * ${rowsOf('webhook_claims')} and ${which} order by id for update)`);
/** Of the claim that has the delivery $2. */
const storeWith = rowsFor('$2 = any (delivery_ids)');
/** Of what is under way, to the endpoint $2 where one is given. */
const storeUnderWay = rowsFor('under_way > 0 and ($2::uuid is null or endpoint_id = $2)');

const skipOpen = `update webhook_deliveries t set ${skip('$3')} where ${ofTenant()} and endpoint_id = $2 and ${isOpen}`;

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
    await this.database.queryOfTenant(storeUnderWay, request.endpointId ?? null);
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

  async recover(request: RecoveryRequest): Promise<Recovery> {
    const { since, until = new Date(), endpointId = null, eventTypes = null, dryRun, withAwaited = false } = request;
    const end = firstIdAt(until);
    return this.database.run(async () => {
      const reaches = await endpointReaches(this.database, endpointId);
      const filters = [endpointId, eventTypes, JSON.stringify(reaches), withAwaited];
      const recovery = { recovered: 0, hasMore: false };
      for (let from = firstIdAt(since); reaches.length > 0 && from < end && !recovery.hasMore;) {
        const [next] = await this.database.queryOfTenant(stretch, from, end, lookedAt(reaches.length));
        const to = next!.to as string;
        const left = mostRecovered - recovery.recovered;
        const statement = tenantStatement(dryRun ? count : putBack, from, to, ...filters, left);
        const [, counted] = await this.database.batch(this.database.withTimeout(5, statement));
        const { found, recovered } = counted!.rows[0] as { found: number; recovered: number };
        recovery.recovered += recovered;
        recovery.hasMore = found > left;
        from = to;
        this.database.extendDeadline();
      }
      if (recovery.recovered > 0 && !dryRun) await this.write([noted(request, recovery)]);
      return recovery;
    });
  }

  async oldestMissed(endpointId: string, missedSince: Date): Promise<Date> {
    const rows = await this.database.queryOfTenant(oldestMissed, endpointId, missedSince);
    return new Date(Math.min(missedSince.getTime(), ...rows.map(({ id }) => timeOfId(id as string).getTime())));
  }

  async skipOpen(endpointId: string, at: Date): Promise<void> {
    await this.database.defer([tenantStatement(endClaims, endpointId), tenantStatement(skipOpen, endpointId, at)]);
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
