import { describe, expect, it } from '@jest/globals';
import { RetryWebhookDelivery } from '@tandem/domain/webhooks/deliveries/retry-webhook-delivery';
import { lockEndpoint, useDueDeliveries } from '@tandem/testing/due-deliveries';
import { skip } from './delivery-transitions.js';

const disable = `update webhook_endpoints set is_enabled = false, disabled_reason = 'gone', disabled_at = now()
  where id = $1`;

describe('disabling or deleting an endpoint', () => {
  const due = useDueDeliveries();
  const { ours, query, endpoint, happen, fannedOut, beside } = due;
  const rows = () => query('select status, attempt_count as attempts from webhook_deliveries');

  it('skips deliveries that are recovered concurrently', async () => {
    const id = await endpoint();
    await happen(2);
    const since = new Date(Date.now() - 60_000);
    const recover = () => due.deliveries.recover({ since, endpointId: id, withAwaited: true });
    expect(await beside(id, [lockEndpoint, disable], () => ours(recover))).toEqual({ recovered: 2, hasMore: false });
    expect(await rows()).toEqual([
      { status: 'skipped', attempts: 0 },
      { status: 'skipped', attempts: 0 },
    ]);
  });

  it('refuses a concurrent retry', async () => {
    const id = await endpoint();
    await fannedOut(1);
    await query(`update webhook_deliveries set status = 'exhausted', due_at = null, completed_at = now()`);
    const [{ id: delivery }] = (await query('select id from webhook_deliveries')) as [{ id: string }];
    const retry = () => due.tenants.get(RetryWebhookDelivery).run({ id: delivery });
    await expect(beside(id, [lockEndpoint, disable], () => ours(retry))).rejects.toMatchObject({
      code: 'endpoint_disabled',
    });
    expect(await rows()).toEqual([{ status: 'exhausted', attempts: 0 }]);
  });

  it('by hand excludes later events from the fan-out, but not earlier ones', async () => {
    const id = await endpoint();
    await happen(3);
    await ours(() => due.deliveries.fanOut({ from: 1, to: 1 }, 0));
    await query(`update webhook_deliveries set ${skip('now()')}`);
    await query(
      `update webhook_endpoints set created_at = now() - interval '1 minute',
        wanted_since = (select max(created_at) from events)`,
    );
    await query(`update events set id = first_id_at(created_at - sequence * interval '1 second') where sequence < 3`);
    await query(`update webhook_deliveries set event_id = (select id from events where sequence = 1)`);
    const since = new Date(Date.now() - 60_000);
    await ours(() => due.deliveries.recover({ since, endpointId: id, withAwaited: true }));
    expect(await query('select sequence::int, status from webhook_deliveries order by sequence')).toEqual([
      { sequence: 1, status: 'pending' },
      { sequence: 3, status: 'pending' },
    ]);
  });
});
