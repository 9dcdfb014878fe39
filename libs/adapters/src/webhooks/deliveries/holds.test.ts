import { describe, expect, it } from '@jest/globals';
import { RetryWebhookDelivery } from '@tandem/domain/webhooks/deliveries/retry-webhook-delivery';
import { ok } from '@tandem/testing/answers';
import { useDueDeliveries } from '@tandem/testing/due-deliveries';

const hold = `update webhook_endpoint_healths
  set failing_since = now(), held_until = now() + interval '1 minute' where id = $1`;

describe('a held endpoint', () => {
  const trial = useDueDeliveries();
  const { ours, query, endpoint, fannedOut, claim, settle } = trial;

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
    await ours(() => trial.tenants.get(RetryWebhookDelivery).run({ id: second }));
    expect(await trial.due.dueAcrossTenants()).toEqual([{ tenantId: trial.tenants.ours.tenantId }]);
    const claimed = await claim();
    expect(claimed.messages).toMatchObject([{ deliveryId: second }]);
    expect(await trial.due.dueAcrossTenants()).toEqual([]);
    expect((await claim()).messages).toEqual([]);
    await settle(claimed.messages.map((message) => ({ ...message, result: ok })));
    expect((await claim()).messages).toHaveLength(2);
  });
});
