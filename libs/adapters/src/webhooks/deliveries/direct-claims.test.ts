import { describe, expect, it } from '@jest/globals';
import type { Answer } from '@tandem/domain/webhooks/deliveries/answer';
import type { Claim } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import { WebhookEndpoints } from '@tandem/domain/webhooks/endpoints/webhook-endpoints.port';
import { useDueDeliveries } from '@tandem/testing/due-deliveries';
import { eventually } from '@tandem/testing/eventually';
import { OtherSession } from '@tandem/testing/other-session';

const ok: Answer = { error: null, httpStatus: 204, responseTimeMs: 3, responseBody: 'yes', retryAfterSeconds: null };
const refused: Answer = { ...ok, error: 'non_2xx', httpStatus: 500 };

describe('deliveries that are sent as they are fanned out', () => {
  const due = useDueDeliveries();
  const { ours, query, endpoint, happen, claim } = due;

  const receiver = async (id: string, held: Claim[] = []) => ({
    endpoint: await due.tenants.get(WebhookEndpoints).one(id),
    held,
  });
  const fanOut = (ids: string[], { from = 1, to = 1000, held = [] as Claim[] } = {}) =>
    ours(async () => {
      const receivers = await Promise.all(ids.map((id) => receiver(id, held)));
      return due.deliveries.fanOut({ from, to }, 0, receivers);
    });
  const direct = async (count: number) => {
    const id = await endpoint();
    await happen(count);
    const { claims } = await fanOut([id]);
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

  it('are made once, however often the fan-out is repeated', async () => {
    const claimed = await direct(3);
    await answered(claimed, 0, 3);
    await query('delete from webhook_claims');
    expect(await fanOut([claimed.endpoint.id])).toEqual({ endpointIds: [], claims: [] });
    expect(await rows()).toHaveLength(3);
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

  it('are skipped when their endpoint is disabled, and whoever sends them learns it', async () => {
    const claimed = await direct(3);
    await answered(claimed, 0, 1);
    await ours(() => due.deliveries.skipOpen(claimed.endpoint.id, new Date()));
    expect(await rows()).toEqual([done, skipped, skipped]);
    expect(await answered(claimed, 1, 2)).toBe(false);
    expect(await rows()).toEqual([done, skipped, skipped]);
    const [attempt] = await query('select first_http_status as status from webhook_deliveries where sequence = 2');
    expect(attempt).toEqual({ status: 204 });
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

  it.each([
    ['whose last try failed', `update webhook_endpoint_healths set failing_since = now() where id = $1`],
    ['that is held', `update webhook_endpoint_healths set held_until = now() + interval '1 minute' where id = $1`],
    ['that is probed', `update webhook_endpoint_healths set held_until = now() where id = $1`],
    ['that is behind', `update webhook_endpoints set missed_since = now() where id = $1`],
    [
      'that another worker sends to',
      `insert into webhook_claims (tenant_id, id, endpoint_id, under_way, lease_ends, created_at)
       select tenant_id, gen_random_uuid(), id, 1, now() + interval '5 seconds', now() from webhook_endpoints where id = $1`,
    ],
  ])('are none of an endpoint %s: it gets them with what is due', async (_, state) => {
    const [id, other] = [await endpoint(), await endpoint()];
    await happen(2);
    await query(state, [id]);
    const { endpointIds, claims } = await fanOut([id, other]);
    expect([endpointIds, claims.map((one) => one.endpoint.id)]).toEqual([[id], [other]]);
    expect(await rows()).toHaveLength(2);
  });

  it('go behind what is due, and after what this process sends already', async () => {
    const id = await endpoint();
    await happen(6);
    expect((await fanOut([], { to: 2 })).endpointIds).toEqual([id]);
    expect((await fanOut([id], { from: 3, to: 4 })).endpointIds).toEqual([id]);
    const held = await claim(id);
    expect(held.taken).toHaveLength(4);
    expect((await fanOut([id], { from: 5, to: 5, held: [held] })).claims[0]!.taken).toHaveLength(1);
    expect((await fanOut([id], { from: 6, to: 6 })).claims).toEqual([]);
  });

  it('take up the room of the tenant: of many endpoints, five get ten or more at once', async () => {
    const ids = await Promise.all(Array.from({ length: 7 }, endpoint));
    await happen(12);
    const { endpointIds, claims } = await fanOut(ids);
    expect([endpointIds.length, claims.length]).toEqual([2, 5]);
    expect((await claim(endpointIds[0]!)).hasRoom).toBe(false);
    expect(new Set(claims.flatMap(({ taken }) => taken.map(({ deliveryId }) => deliveryId))).size).toBe(60);
  });

  it('are sent only what is small: large events wait for their turn in the database', async () => {
    const id = await endpoint();
    await happen(1);
    await query(
      `update events set data = (select json_build_object('x', string_agg(gen_random_uuid()::text, '')) from generate_series(1, 40000))`,
    );
    expect(await fanOut([id])).toEqual({ endpointIds: [id], claims: [] });
    expect((await claim(id)).taken).toHaveLength(1);
  });

  it('are none of an endpoint that wants none of the events', async () => {
    const id = await endpoint();
    await happen(1);
    await query(`update webhook_endpoints set event_types = '{note.created}'`);
    expect(await fanOut([id])).toEqual({ endpointIds: [], claims: [] });
    expect(await query('select id from webhook_claims')).toEqual([]);
  });
});
