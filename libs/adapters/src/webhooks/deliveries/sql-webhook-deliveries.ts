import type { EventRange } from '@tandem/domain/core/happened';
import { firstIdAt } from '@tandem/domain/core/id';
import { currentScope } from '@tandem/domain/core/scope';
import { FanOutEvents } from '@tandem/domain/webhooks/deliveries/fan-out-events';
import type {
  DeliveryFilters,
  Recovery,
  RecoveryRequest,
  WebhookDeliveries,
} from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import type { WebhookDelivery } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import type { Statement } from '@tandem/platform/postgres/batch';
import { eventRow } from '@tandem/platform/postgres/event-rows';
import { keeping } from '@tandem/platform/postgres/keeping';
import { type Bind, equals, type FiltersOf } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { callersReach, visibleEvents } from '../../access/visible-events.js';
import { deliveryColumns, deliveryValues, isOpen, isRecoverable, recover, skip } from './delivery-transitions.js';
import { endpointReaches } from './endpoint-reaches.js';
import { isWanted, takesType } from './event-matching.js';
import { webhookDeliveryTable } from './webhook-delivery.table.js';
import { deliveryView } from './webhook-delivery.view.js';

const mostRecovered = 10_000;
const filters: FiltersOf<DeliveryFilters> = {
  endpointId: equals('endpoint_id'),
  eventId: equals('event_id'),
  status: equals('status'),
  httpStatus: equals('http_status'),
  since: (instant, bind) => `t.created_at >= ${bind(instant)}`,
  until: (instant, bind) => `t.created_at < ${bind(instant)}`,
};

const fanOut = `with made as (
    insert into webhook_deliveries (${deliveryColumns})
    select ${deliveryValues('now() + make_interval(secs => $4)', false)}
    from events e join webhook_endpoints w on w.tenant_id = e.tenant_id
    where e.tenant_id = $1 and e.sequence between $2 and $3 and ${isWanted('w.wanted_since', '$5')}
    order by e.sequence
    on conflict on constraint webhook_deliveries_event_key do nothing
    returning endpoint_id)
  select distinct endpoint_id from made`;

/** What the fan-out got past last in a tenant where it has still something to do. */
const fannedOut = `select greatest(c.sequence, n.from_sequence - 1) from subscription_work n
  left join subscription_cursors c on (c.tenant_id, c.subscription) = (n.tenant_id, n.subscription)
  where n.tenant_id = $1 and n.subscription = '${FanOutEvents.name}'`;

/**
 * True when the fan-out has still to come to the event `e` and brings it to the endpoint `w` then. It moves its cursor in the
 * transaction of its deliveries, so a statement that reads both finds an event either here or with what became of it.
 */
const isAwaited = `(e.sequence > (${fannedOut}) and e.id >= first_id_at(w.wanted_since))`;

/** Events that an endpoint should have and has not: up to one more than are recovered at once, the oldest first. */
const missed = `select e.id as event_id, w.id as endpoint_id
  from events e join webhook_endpoints w on w.tenant_id = e.tenant_id
  where e.tenant_id = $1 and e.sequence is not null and e.id >= $2 and e.id < $3
    and ($4::uuid is null or w.id = $4) and ${takesType('$5::text[]')} and ${isWanted('w.created_at', '$6')}
    and ($7 or ${isAwaited} is not true)
    and not exists (select from webhook_deliveries d where d.tenant_id = e.tenant_id and d.endpoint_id = w.id
      and d.event_id = e.id and not ${isRecoverable})
  order by e.id, w.id limit ${mostRecovered + 1}`;

const count = `select count(*) as found, least(count(*), ${mostRecovered}) as recovered from (${missed}) candidates`;

const putBack = `with candidates as (${missed}),
  put_back as (
    insert into webhook_deliveries as d (${deliveryColumns})
    select ${deliveryValues('now()', true)}
    from (select * from candidates order by event_id, endpoint_id limit ${mostRecovered}) c
      join events e on e.tenant_id = $1 and e.id = c.event_id
      join webhook_endpoints w on w.tenant_id = $1 and w.id = c.endpoint_id
    order by e.id
    on conflict on constraint webhook_deliveries_event_key do update set ${recover('excluded.due_at')} where ${isRecoverable}
    returning 1)
  select (select count(*) from candidates) as found, (select count(*) from put_back) as recovered`;

const oldestMissed = `select event_id as id from webhook_deliveries
  where tenant_id = $1 and endpoint_id = $2 and status = 'skipped' and completed_at >= $3 order by event_id limit 1`;

const skipOpen = `update webhook_deliveries set ${skip('$3')} where tenant_id = $1 and endpoint_id = $2 and ${isOpen}`;

export class SqlWebhookDeliveries
  extends keeping(SqlStore<WebhookDelivery, DeliveryFilters>, {
    table: webhookDeliveryTable,
    view: deliveryView,
    filters,
  })
  implements WebhookDeliveries
{
  protected override readonly horizon = 20_000;

  async fanOut({ from, to }: EventRange, firstWaitSeconds: number): Promise<string[]> {
    const { tenantId } = currentScope();
    const reaches = await endpointReaches(this.database);
    if (reaches.length === 0) return [];
    const rows = await this.database.query(fanOut, [tenantId, from, to, firstWaitSeconds, JSON.stringify(reaches)]);
    return rows.map((row) => row.endpoint_id as string);
  }

  async recover(request: RecoveryRequest): Promise<Recovery> {
    const { since, until = new Date(), endpointId = null, eventTypes = null, dryRun, isAhead = false } = request;
    const range = [firstIdAt(since), firstIdAt(until)];
    return this.database.run(async () => {
      const reaches = JSON.stringify(await endpointReaches(this.database, endpointId));
      const values = [currentScope().tenantId, ...range, endpointId, eventTypes, reaches, isAhead];
      // A month may hold many events.
      const [, counted] = await this.database.batch(
        this.database.withTimeout(5, { text: dryRun ? count : putBack, values }),
      );
      const row = counted!.rows[0] as { found: number; recovered: number };
      const recovery = { recovered: row.recovered, hasMore: row.found > mostRecovered };
      if (row.recovered > 0 && !dryRun) await this.write([noted(request, recovery)]);
      return recovery;
    });
  }

  async oldestMissed(endpointId: string, missedSince: Date): Promise<Date> {
    const [row] = await this.database.query(oldestMissed, [currentScope().tenantId, endpointId, missedSince]);
    const millis = row ? parseInt((row.id as string).replaceAll('-', '').slice(0, 12), 16) : Infinity;
    return new Date(Math.min(millis, missedSince.getTime()));
  }

  async skipOpen(endpointId: string, at: Date): Promise<void> {
    await this.database.defer([{ text: skipOpen, values: [currentScope().tenantId, endpointId, at] }]);
  }

  async changeClaimed(
    claimId: string,
    ids: readonly string[],
    rule: (delivery: WebhookDelivery) => void,
  ): Promise<number> {
    const held = await this.select(
      (bind) => `t.claim_id = ${bind(claimId)} and t.id = any(${bind(ids)}::uuid[])`,
      'order by t.id for update of t',
    );
    const statements = held.flatMap((delivery) => {
      rule(delivery);
      const { statement, changes } = this.map.update(delivery);
      return [...(statement ? [statement] : []), ...this.eventsOf(delivery, changes)];
    });
    await this.write(statements);
    return held.length;
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
