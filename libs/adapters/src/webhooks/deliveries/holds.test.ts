import { describe, expect, it } from '@jest/globals';
import { RecoverWebhookEvents } from '@tandem/domain/webhooks/deliveries/recover-webhook-events';
import { RetryWebhookDelivery } from '@tandem/domain/webhooks/deliveries/retry-webhook-delivery';
import { DisableWebhookEndpoint } from '@tandem/domain/webhooks/endpoints/disable-webhook-endpoint';
import { ok } from '@tandem/testing/attempt-results';
import { useDueDeliveries } from '@tandem/testing/due-deliveries';
import type { TwoTenants } from '@tandem/testing/two-tenants';

const hold = `update webhook_endpoint_healths
  set failing_since = now(), held_until = now() + interval '1 minute' where id = $1`;

describe('a held endpoint', () => {
  const trial = useDueDeliveries();
  const { ours, query, endpoint, fannedOut, claim, settle } = trial;
  const get: TwoTenants['get'] = (token) => trial.tenants.get(token);

  it('gets one probe when the hold is over', async () => {
    const id = await endpoint();
    await fannedOut(5);
    await query(`update webhook_endpoint_healths set held_until = now() where id = $1`, [id]);
    expect((await claim()).messages).toHaveLength(1);
    expect((await claim()).messages).toEqual([]);
  });

  it('gets what a member retries, and nothing else', async () => {
    const id = await endpoint();
    await fannedOut(3);
    await query(hold, [id]);
    const [{ id: second }] = (await query('select id from webhook_deliveries where sequence = 2')) as [{ id: string }];
    await ours(() => get(RetryWebhookDelivery).run({ id: second }));
    expect(await trial.due.dueAcrossTenants()).toEqual([{ tenantId: trial.tenants.ours.tenantId }]);
    const claimed = await claim();
    expect(claimed.messages).toMatchObject([{ deliveryId: second }]);
    expect(await trial.due.dueAcrossTenants()).toEqual([]);
    expect((await claim()).messages).toEqual([]);
    await settle(claimed.messages.map((message) => ({ ...message, result: ok })));
    expect((await claim()).messages).toHaveLength(2);
  });

  it('is sent everything in a recovery, which counts each delivery once', async () => {
    const [held, other] = [await endpoint(), await endpoint()];
    await fannedOut(4);
    await query(hold, [held]);
    await query(`update webhook_deliveries set status = 'retrying', tries = 1, due_at = now() + interval '1 hour'
      where sequence = 1`);
    await query(
      `update webhook_deliveries set status = 'in_flight', leased_until = now() + interval '1 hour' where sequence = 2`,
    );
    const recover = (request: object = {}) =>
      ours(() => get(RecoverWebhookEvents).run({ since: new Date(Date.now() - 1000), ...request }));
    // Of the other endpoint, one waits for its retry; the pending ones are sent anyway.
    expect(await recover({ endpointId: other, dryRun: true })).toEqual({ recovered: 1, hasMore: false });
    expect(await recover({ dryRun: true })).toEqual({ recovered: 4, hasMore: false });
    expect(await query('select from webhook_endpoint_healths where held_until is not null')).toHaveLength(1);
    const concurrent = await Promise.all([recover(), recover(), recover()]);
    expect(concurrent.map(({ recovered }) => recovered).sort()).toEqual([0, 0, 4]);
    expect(await recover()).toEqual({ recovered: 0, hasMore: false });
    const sent = (await claim()).messages.map((message) => [message.endpoint.id, message.event.sequence]);
    expect(
      sent
        .filter(([id]) => id === held)
        .map(([, sequence]) => sequence)
        .sort(),
    ).toEqual([1, 3, 4]);
    expect(sent).toHaveLength(6);
  });

  it('is recovered while it is disabled concurrently', async () => {
    const id = await endpoint();
    await fannedOut(3);
    await query(hold, [id]);
    const recover = () =>
      ours(() => get(RecoverWebhookEvents).run({ since: new Date(Date.now() - 1000), endpointId: id }));
    const disable = () => ours(() => get(DisableWebhookEndpoint).run({ id }));
    await Promise.all([recover(), disable(), recover()]);
    const statuses = await query('select distinct status from webhook_deliveries');
    expect(statuses).toEqual([{ status: 'skipped' }]);
  });
});
