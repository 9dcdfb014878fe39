import { describe, expect, it } from '@jest/globals';
import type { Claim } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import type { DeliveryFilters } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { useDueDeliveries } from '@tandem/testing/due-deliveries';
import { eventually } from '@tandem/testing/eventually';
import { RetryWebhookDelivery } from '@tandem/domain/webhooks/deliveries/retry-webhook-delivery';
import { OtherSession } from '@tandem/testing/other-session';
import { ok, refused } from '@tandem/testing/answers';

describe('deliveries that are sent as they are fanned out', () => {
  const due = useDueDeliveries();
  const { ours, query, endpoint, happen, claim } = due;

  const direct = async (count: number) => {
    const id = await endpoint();
    await happen(count);
    const { claims } = await due.fanOutTo([id]);
    return claims[0]!;
  };
  const answered = (claimed: Claim, from: number, to: number, answer = ok) =>
    ours(() => {
      const tried = claimed.taken.slice(from, to).map((one) => ({ ...one, answer }));
      const terms = { schedule: [0, 60], now: new Date(), random: 0 };
      const left = claimed.taken.length - to;
      return due.claims.settle(claimed, { tried, left }, (delivery, is) => delivery.tried(is, terms));
    });
  const rows = () => query(`select status, attempt_count, first_error from webhook_deliveries order by sequence`);
  const vanish = () => query(`update webhook_claims set lease_ends = now() - interval '1 second'`);
  const skipped = { status: 'skipped', attempt_count: 1, first_error: null };
  const lost = { status: 'in_flight', attempt_count: 2, first_error: 'worker_lost' };
  const done = { status: 'succeeded', attempt_count: 1, first_error: null };
  const underWay = { status: 'in_flight', attempt_count: 1, first_error: null };

  it('have no row before their answers, and then what a claimed one has', async () => {
    const claimed = await direct(3);
    expect(claimed).toMatchObject({ isDirect: true, isHealthy: true });
    expect(claimed.taken.map(({ attempt, event }) => [attempt, event.sequence, event.data])).toEqual(
      [1, 2, 3].map((sequence) => [1, sequence, '{"n": 1}']),
    );
    expect(await rows()).toEqual([]);
    expect(await answered(claimed, 0, 2)).toBe(true);
    expect(await rows()).toEqual([done, done]);
    expect(await answered(claimed, 2, 3, refused)).toBe(true);
    const [attempts, [last]] = [
      await query('select http_status, error_message, response_time_ms from all_webhook_attempts order by id'),
      await query(
        'select status, tries, http_status, due_at > now() as waits from webhook_deliveries where tries = 1 and http_status = 500',
      ),
    ];
    expect(attempts).toContainEqual({ http_status: 204, error_message: null, response_time_ms: 3 });
    expect(attempts).toContainEqual({ http_status: 500, error_message: 'non_2xx', response_time_ms: 3 });
    expect(last).toEqual({ status: 'retrying', tries: 1, http_status: 500, waits: true });
  });

  it('get rows when they are listed, of the endpoint that is asked for', async () => {
    const [first, second] = [await endpoint(), await endpoint()];
    await happen(2);
    const { claims } = await due.fanOutTo([first, second]);
    const listed = async (filters: DeliveryFilters) => {
      const { items } = await ours(() => due.deliveries.page({ limit: 10, ...filters }));
      return items.map(({ json }) => JSON.parse(json) as object);
    };
    expect(await listed({ endpointId: first })).toMatchObject([{ status: 'in_flight' }, { status: 'in_flight' }]);
    expect(await rows()).toHaveLength(2);
    expect(await answered(claims[1]!, 0, 1)).toBe(true);
    expect(await listed({ status: 'succeeded' })).toHaveLength(1);
    expect(await rows()).toHaveLength(4);
    expect(await answered(claims[0]!, 0, 2)).toBe(true);
    expect(await answered(claims[1]!, 1, 2)).toBe(true);
    expect(await listed({ status: 'succeeded' })).toHaveLength(4);
  });

  it('are made once, however often the fan-out is repeated, and their claim goes with the last of them', async () => {
    const claimed = await direct(3);
    await answered(claimed, 0, 2);
    expect(await query('select under_way from webhook_claims')).toEqual([{ under_way: 1 }]);
    await answered(claimed, 2, 3);
    expect(await query('select from webhook_claims')).toEqual([]);
    expect(await due.fanOutTo([claimed.endpoint.id])).toEqual({ endpointIds: [], claims: [] });
    expect(await rows()).toHaveLength(3);
  });

  it('are made of those events of a repeated fan-out that have none', async () => {
    const claimed = await direct(3);
    await answered(claimed, 1, 2);
    await query('delete from webhook_claims');
    const { claims } = await due.fanOutTo([claimed.endpoint.id]);
    expect(claims[0]!.taken.map(({ event }) => event.sequence)).toEqual([1, 3]);
  });

  it('are there again after a crash of the database that forgot what was stored without waiting for the disk', async () => {
    const claimed = await direct(3);
    await answered(claimed, 0, 1);
    await query('delete from webhook_deliveries');
    await query('update webhook_claims set under_way = 3');
    for (const from of [1, 2, 2]) await answered(claimed, from, from + 1);
    expect(await rows()).toEqual([done, done]);
    await vanish();
    await claim(claimed.endpoint.id);
    const { taken } = await claim(claimed.endpoint.id);
    expect(taken.map(({ deliveryId }) => deliveryId)).toEqual([claimed.taken[0]!.deliveryId]);
  });

  it('are there where an answer could not be stored, though those that followed were', async () => {
    const claimed = await direct(4);
    await answered(claimed, 1, 3);
    await answered(claimed, 3, 4);
    await vanish();
    expect(await due.claims.dueAcrossTenants()).toHaveLength(1);
    await claim(claimed.endpoint.id);
    const { taken } = await claim(claimed.endpoint.id);
    expect(taken.map(({ event, attempt }) => [event.sequence, attempt])).toEqual([[1, 2]]);
  });

  it('are for another worker when theirs has vanished, as a second attempt', async () => {
    const claimed = await direct(3);
    await answered(claimed, 0, 1);
    expect(await due.claims.dueAcrossTenants()).toEqual([]);
    await vanish();
    const { id } = claimed.endpoint;
    expect(await due.claims.dueAcrossTenants()).toEqual([{ tenantId: due.tenants.ours.tenantId, id }]);
    expect((await claim(id)).taken).toEqual([]);
    const second = await claim(id);
    expect(second.taken.map(({ deliveryId, attempt }) => [deliveryId, attempt])).toEqual(
      claimed.taken.slice(1).map(({ deliveryId }) => [deliveryId, 2]),
    );
    expect(await rows()).toEqual([done, lost, lost]);
    expect(await answered(claimed, 1, 2)).toBe(false);
    expect(await rows()).toEqual([done, lost, lost]);
  });

  it('are stored when they are given back or are under way for long', async () => {
    const claimed = await direct(4);
    await answered(claimed, 0, 1);
    await ours(() => due.claims.giveBack(claimed, claimed.taken.slice(2), 1));
    const pending = { status: 'pending', attempt_count: 0, first_error: null };
    expect(await rows()).toEqual([done, underWay, pending, pending]);
    expect(await answered(claimed, 1, 2)).toBe(true);
    expect((await claim(claimed.endpoint.id)).taken.map(({ attempt, event }) => [attempt, event.sequence])).toEqual([
      [1, 3],
      [1, 4],
    ]);
  });

  it('are nobody else’s between their rows and their answers', async () => {
    const claimed = await direct(3);
    await ours(() => due.claims.giveBack(claimed, [], 3));
    const other = new OtherSession(() => due.tenants.databaseUrl);
    await other.query('begin');
    await other.query('select from webhook_deliveries for update');
    const settled = answered(claimed, 0, 3);
    await eventually(async () => expect(await other.waiting()).toBe(1));
    expect(await query('select under_way from webhook_claims')).toEqual([{ under_way: 3 }]);
    await other.query('commit');
    await other.close();
    expect(await settled).toBe(true);
    expect(await query('select under_way from webhook_claims')).toEqual([{ under_way: 0 }]);
    expect(await rows()).toEqual([done, done, done]);
  });

  it('are skipped when their endpoint is disabled, but those that were answered, and no attempt is told of that was not made', async () => {
    const claimed = await direct(4);
    await answered(claimed, 0, 1);
    await ours(() => due.deliveries.skipOpen(claimed.endpoint.id, new Date()));
    expect(await rows()).toEqual([done, skipped, skipped, skipped]);
    expect(await answered(claimed, 1, 2)).toBe(false);
    expect(await answered(claimed, 2, 3, refused)).toBe(false);
    await ours(() => due.claims.giveBack(claimed, claimed.taken.slice(3), 0));
    const failed = { ...skipped, first_error: 'non_2xx' };
    expect(await rows()).toEqual([done, done, failed, { ...skipped, attempt_count: 0 }]);
    const [{ status }] = (await query('select http_status as status from webhook_deliveries where sequence = 2')) as [
      { status: number },
    ];
    expect(status).toBe(204);
    const attempts = await query('select from all_webhook_attempts');
    expect(attempts).toHaveLength(3);
  });

  it('are no missed ones', async () => {
    const claimed = await direct(3);
    await answered(claimed, 0, 1);
    const since = new Date(Date.now() - 1000);
    const until = new Date(Date.now() + 60_000);
    expect(await ours(() => due.deliveries.recover({ since, until }))).toEqual({ recovered: 0, hasMore: false });
    await query('delete from webhook_claims');
    expect(await ours(() => due.deliveries.recover({ since, until }))).toEqual({ recovered: 2, hasMore: false });
  });

  it('are found when they are asked for while they are under way, and are as all others then', async () => {
    const claimed = await direct(3);
    const { deliveryId: id } = claimed.taken[1]!;
    const read = await ours(() => due.deliveries.read(id));
    expect(JSON.parse(String(read.json))).toMatchObject({ id, status: 'in_flight', attempt_count: 1 });
    const retrying = ours(() => due.tenants.get(RetryWebhookDelivery).run({ id }));
    await expect(retrying).rejects.toMatchObject({ code: 'delivery_in_flight' });
    await expect(ours(() => due.deliveries.one(claimed.id))).rejects.toMatchObject({ code: 'not_found' });
    expect(await answered(claimed, 0, 3)).toBe(true);
    expect(await rows()).toEqual([done, done, done]);
  });
});
