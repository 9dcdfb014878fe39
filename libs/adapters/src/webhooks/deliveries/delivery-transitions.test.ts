import { beforeAll, describe, expect, it } from '@jest/globals';
import { firstIdAt, newId } from '@tandem/domain/core/id';
import { deliveryStatuses, WebhookDelivery } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import { WebhookDeliveries } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { EndpointHealth } from '@tandem/domain/webhooks/endpoints/endpoint-health';
import { EndpointHealths, WebhookEndpoints } from '@tandem/domain/webhooks/endpoints/webhook-endpoints.port';
import { Seal } from '@tandem/platform/secrets/seal';
import { asTenant } from '@tandem/testing/as-tenant';
import { tandem } from '@tandem/testing/tandem';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { useTwoTenants } from '@tandem/testing/two-tenants';

const before = new Date('2029-01-02T03:04:05.678Z');
const ends = new Set(['succeeded', 'exhausted', 'skipped']);

describe('deliveries in SQL', () => {
  const tenants = useTwoTenants();
  let deliveries: WebhookDeliveries;
  let endpointId: string;

  const ours = <T>(work: () => T) => tandem.within(() => asTenant(tenants.ours.tenantId, work));
  const query = (text: string, values: unknown[]) => asOwner(tenants.databaseUrl, text, values);

  beforeAll(async () => {
    deliveries = tenants.get(WebhookDeliveries);
    const endpoint = () =>
      new WebhookEndpoint({ url: 'https://example.com', eventTypes: ['task.created'] }, tenants.get(Seal));
    endpointId = (await ours(() => tenants.get(WebhookEndpoints).add(endpoint()))).id;
  });

  it('agree in nextAttemptAt with the getter, in every state', () =>
    ours(async () => {
      const instants = new Set<string | null>();
      for (const status of deliveryStatuses) {
        const times = ends.has(status) ? { dueAt: null, completedAt: before } : { dueAt: before };
        const leasedUntil = status === 'in_flight' ? before : null;
        const created = new WebhookDelivery({ endpointId, eventId: newId(), eventType: 'task.created', sequence: 1 });
        const { id } = await deliveries.add(Object.assign(created, { status, leasedUntil }, times));
        const { next_attempt_at: shownAt } = JSON.parse((await deliveries.read(id)).json) as Record<string, string>;
        expect(shownAt && new Date(shownAt)).toEqual((await deliveries.one(id)).nextAttemptAt);
        instants.add(shownAt ?? null);
      }
      expect(instants.size).toBe(2);
    }));

  it('are not next attempted in the past, nor before the end of a hold unless a member retries them', () =>
    ours(async () => {
      const held = new WebhookEndpoint({ url: 'https://example.com', eventTypes: ['note.*'] }, tenants.get(Seal));
      await tenants.get(WebhookEndpoints).add(held);
      await tenants.get(EndpointHealths).add(Object.assign(new EndpointHealth(held.id), { heldUntil: before }));
      const nextOf = async (to: string, state: object) => {
        const created = new WebhookDelivery({
          endpointId: to,
          eventId: newId(),
          eventType: 'task.created',
          sequence: 1,
        });
        const { id } = await deliveries.add(Object.assign(created, state));
        return new Date((JSON.parse((await deliveries.read(id)).json) as Record<string, string>).next_attempt_at!);
      };
      const overdue = { dueAt: new Date(Date.now() - 3_600_000) };
      const isNow = (at: Date) => expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
      isNow(await nextOf(endpointId, overdue));
      isNow(await nextOf(held.id, { ...overdue, isUrgent: true }));
      expect(await nextOf(held.id, overdue)).toEqual(before);
      const later = new Date(before.getTime() + 1000);
      expect(await nextOf(held.id, { dueAt: later, status: 'retrying' })).toEqual(later);
    }));

  it('are fanned out with the same fields as from the constructor', () =>
    ours(async () => {
      const { tenantId } = tenants.ours;
      const eventId = firstIdAt(new Date(Date.now() + 1000));
      await query(
        `insert into events (tenant_id, id, type, sequence, is_public, resource_type, actor_type, actor_id, channels,
           metadata, data, created_at)
         values ($1, $2, 'task.created', 1000001, true, 'task', 'system', 'system', '{tasks}', '{}', '{}', now())`,
        [tenantId, eventId],
      );
      await deliveries.fanOut({ from: 1_000_001, to: 1_000_001 }, 0);
      const [row] = await query('select id from webhook_deliveries where event_id = $1', [eventId]);
      const created = await deliveries.one(row!.id as string);
      const same = { id: created.id, createdAt: created.createdAt, dueAt: created.createdAt };
      const fields = { endpointId, eventId, eventType: 'task.created', sequence: 1_000_001 };
      const expected = Object.assign(new WebhookDelivery(fields), same);
      expect({ ...created }).toEqual({ ...expected, updatedAt: created.updatedAt });
    }));
});
