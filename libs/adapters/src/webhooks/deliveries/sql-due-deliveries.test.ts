import { describe, expect, it } from '@jest/globals';
import { minId, timeOfId } from '@tandem/domain/core/id';
import type { Claim } from '@tandem/domain/webhooks/deliveries/due-deliveries.port';
import type { DeliveryFilters } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { lockEndpoint, useDueDeliveries } from '@tandem/testing/due-deliveries';
import { ok, refused } from '@tandem/testing/attempt-results';
import { skip } from './delivery-transitions.js';
import { putBack } from './recovery-statements.js';

const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const disable = `update webhook_endpoints set is_enabled = false, disabled_reason = 'manual', disabled_at = now()
  where id = $1`;

describe('SqlDueDeliveries', () => {
  const trial = useDueDeliveries();
  const { ours, query, endpoint, happen, fannedOut, claim, settle, beside } = trial;
  const expire = () =>
    query(`update webhook_deliveries set leased_until = now() - interval '1 second' where leased_until is not null`);
  const rows = () => query('select status, attempt_count as attempts from webhook_deliveries order by sequence');
  const withResult = ({ messages }: Claim, result = ok) => messages.map((message) => ({ ...message, result }));
  const perEndpoint = ({ messages }: Claim, ids: string[]) =>
    ids.map((id) => messages.filter((message) => message.endpoint.id === id).length);

  it('claims ten of an endpoint and fifty of a tenant at a time, in any number of concurrent requests', async () => {
    const endpoints = await Promise.all(Array.from({ length: 7 }, endpoint));
    expect(await fannedOut(30)).toBe(7 * 30);
    const claims = await Promise.all(endpoints.flatMap((id) => [claim(id), claim(id), claim()]));
    const messages = claims.flatMap((one) => one.messages);
    for (const number of perEndpoint({ messages, hasMore: false }, endpoints)) expect(number).toBeLessThanOrEqual(10);
    expect(messages).toHaveLength(50);
    expect(await claim()).toEqual({ messages: [], hasMore: true });
  });

  it('reserves a slot of the fifty for each endpoint that has nothing in flight', async () => {
    const endpoints = await Promise.all(Array.from({ length: 9 }, endpoint));
    await fannedOut(30);
    const taken: number[] = [];
    for (const id of endpoints) taken.push((await claim(id)).messages.length);
    expect(taken).toEqual([10, 10, 10, 10, 6, 1, 1, 1, 1]);
    expect((await claim(endpoints[5]!)).messages).toEqual([]);
    await query(`update webhook_deliveries set status = 'pending', leased_until = null where endpoint_id = any ($1)`, [
      endpoints.slice(7),
    ]);
    expect((await claim(endpoints[5]!)).messages).toEqual([]);
    await query(disable, [endpoints[8]]);
    expect((await claim(endpoints[5]!)).messages).toHaveLength(1);
    await query('update webhook_endpoint_healths set held_until = now() where id = $1', [endpoints[7]]);
    expect((await claim(endpoints[7]!)).messages).toHaveLength(1);
  });

  it('shares the slots of a tenant among its endpoints', async () => {
    const endpoints = await Promise.all(Array.from({ length: 20 }, endpoint));
    await fannedOut(30);
    const taken = perEndpoint(await claim(), endpoints);
    expect([Math.min(...taken), Math.max(...taken)]).toEqual([2, 3]);
  });

  it('skips what the endpoint’s member may not receive, and claims what follows', async () => {
    const id = await endpoint();
    await fannedOut(61);
    const { memberId } = trial.tenants.ours;
    await query('update webhook_endpoints set member_id = $1', [memberId]);
    await query(`update events set channels = '{contacts}' where sequence <= 60`);
    await query(
      `insert into access_policies (tenant_id, id, member_id, domain, access_level, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, 'contacts', 'none', now(), now())`,
      [trial.tenants.ours.tenantId, memberId],
    );
    const { messages } = await claim(id);
    expect(messages.map(({ event, endpoint: to }) => [event.sequence, to.memberId])).toEqual([[61, memberId]]);
    expect((await rows()).filter(({ status }) => status === 'skipped')).toHaveLength(60);
    await query(`delete from access_policies where domain = 'contacts'`);
  });

  it('creates deliveries at the time of their ids, by which they are found', async () => {
    await endpoint();
    await fannedOut(1);
    const [created] = await query('select id, created_at from webhook_deliveries');
    const at = created!.created_at as Date;
    expect(timeOfId(created!.id as string)).toEqual(at);
    const found = async (filters: DeliveryFilters) => (await ours(() => trial.deliveries.page(filters))).items.length;
    const next = new Date(at.getTime() + 1);
    expect(await Promise.all([found({ since: at }), found({ since: next })])).toEqual([1, 0]);
    expect(await Promise.all([found({ until: at }), found({ until: next })])).toEqual([0, 1]);
  });

  it('claims the oldest first, with the data as it was stored', async () => {
    const id = await endpoint();
    await fannedOut(15);
    const { messages, hasMore } = await claim(id);
    expect(hasMore).toBe(true);
    expect(messages.map(({ event }) => event.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(messages[0]).toMatchObject({
      attempt: 1,
      event: { type: 'task.created', tenantId: trial.tenants.ours.tenantId, data: '{"n": 1}' },
    });
  });

  it('passes a delivery whose lease is over to another worker, and records the first attempt as lost', async () => {
    await endpoint();
    await fannedOut(1);
    const lost = await claim();
    expect((await claim()).messages).toEqual([]);
    await expire();
    const second = await claim();
    expect(second.messages).toMatchObject([{ deliveryId: lost.messages[0]!.deliveryId, attempt: 2 }]);
    for (const result of [ok, refused]) await settle(withResult(lost, result));
    expect(await rows()).toEqual([{ status: 'in_flight', attempts: 2 }]);
    const attempts = await query(
      'select number, error_message, finished_at is null as open from webhook_attempts order by number',
    );
    expect(attempts).toEqual([
      { number: 1, error_message: 'worker_lost', open: false },
      { number: 2, error_message: null, open: true },
    ]);
  });

  it('settles completed attempts, successful or failed, while the rest is still in flight', async () => {
    await endpoint();
    await fannedOut(3);
    const [first, second, third] = withResult(await claim());
    await settle([first!, { ...second!, result: refused }]);
    expect((await rows()).map(({ status }) => status)).toEqual(['succeeded', 'retrying', 'in_flight']);
    await settle([third!]);
    expect((await rows()).map(({ status }) => status)).toEqual(['succeeded', 'retrying', 'succeeded']);
    const attempts = await query(
      'select http_status, finished_at is null as open from webhook_attempts order by http_status',
    );
    expect(attempts).toEqual([204, 204, 500].map((http_status) => ({ http_status, open: false })));
  });

  it('counts the success of a delivery skipped in flight, but not its failure', async () => {
    const id = await endpoint();
    await fannedOut(2);
    const [first, second] = withResult(await claim());
    await ours(() => trial.deliveries.skipOpen(id, new Date()));
    await settle([first!, { ...second!, result: refused }]);
    expect((await rows()).map(({ status }) => status)).toEqual(['succeeded', 'skipped']);
  });

  it('finishes the attempt of a delivery that is skipped concurrently', async () => {
    const id = await endpoint();
    await fannedOut(1);
    const attempted = withResult(await claim());
    await beside(id, [`update webhook_deliveries d set ${skip('now()')}`], () => settle(attempted));
    const attempts = await query('select number, http_status, finished_at is null as open from webhook_attempts');
    expect(attempts).toEqual([{ number: 1, http_status: 204, open: false }]);
    expect(await rows()).toEqual([{ status: 'succeeded', attempts: 1 }]);
  });

  it('releases the deliveries of a lost worker within ten seconds, but never renewed ones', async () => {
    await endpoint();
    await fannedOut(1);
    const left = () =>
      query(`select extract(epoch from leased_until - now())::float as seconds from webhook_deliveries`);
    const { messages } = await claim();
    expect((await left())[0]!.seconds).toBeLessThan(8);
    await query(`update webhook_deliveries set leased_until = now() + interval '1 second'`);
    await ours(() => trial.due.renew(messages));
    expect((await left())[0]!.seconds).toBeGreaterThan(5);
    await expire();
    await ours(() => trial.due.renew(messages));
    expect((await left())[0]!.seconds).toBeLessThan(0);
  });

  it('finds tenants with due deliveries, but not for held endpoints', async () => {
    const [open, held] = [await endpoint(), await endpoint()];
    await fannedOut(3);
    await query(`update webhook_endpoint_healths set held_until = now() + interval '1 minute' where id = $1`, [held]);
    expect(await trial.due.dueAcrossTenants()).toEqual([{ tenantId: trial.tenants.ours.tenantId }]);
    expect((await claim(held)).messages).toEqual([]);
    await claim(open);
    expect(await trial.due.dueAcrossTenants()).toEqual([]);
  });

  it('reports the time until the next delivery is due', async () => {
    await endpoint();
    expect(await ours(() => trial.due.untilNext())).toBeNull();
    await fannedOut(2);
    expect(await ours(() => trial.due.untilNext())).toBeNull();
    await query(`update webhook_deliveries set due_at = now() + interval '1 minute' where sequence = 2`);
    const millis = (await ours(() => trial.due.untilNext()))!;
    expect(millis).toBeGreaterThan(50_000);
    expect(millis).toBeLessThanOrEqual(60_000);
  });

  it.each([
    ['disabled', disable],
    ['changed', `update webhook_endpoints set updated_at = now() + interval '1 second' where id = $1`],
  ])('claims nothing for an endpoint that was %s since it was read', async (_, change) => {
    const id = await endpoint();
    await fannedOut(1);
    const before = await ours(() => trial.lifecycle.addressees());
    await query(change, [id]);
    expect((await ours(() => trial.due.claim(before))).messages).toEqual([]);
  });

  it('fans out nothing to an endpoint that is being disabled concurrently', async () => {
    const id = await endpoint();
    await happen(1);
    const fanOut = () => ours(() => trial.deliveries.fanOut({ from: 1, to: 1 }, 0));
    expect(await beside(id, [lockEndpoint, disable], fanOut)).toBe(0);
    expect(await rows()).toEqual([]);
  });

  it('reads each event once in a recovery, and subtracts delivered ones as a set', async () => {
    const values = [trial.tenants.ours.tenantId, minId, greatestId, null, null, '[]', false, 1, true];
    const plan = (await query(`explain ${putBack}`, values)).map((row) => row['QUERY PLAN'] as string);
    expect(plan.filter((line) => line.includes(' on events_other e'))).toHaveLength(1);
    expect(plan).toContainEqual(expect.stringContaining('SetOp Except All'));
  });

  it('recovers ten thousand at a time, the oldest first, after live deliveries', async () => {
    const id = await endpoint();
    await happen(10_002);
    const request = { since: new Date(Date.now() - 1000), until: new Date(Date.now() + 60_000) };
    const recover = (dryRun = false) => ours(() => trial.deliveries.recover({ ...request, dryRun }));
    expect(await recover(true)).toEqual({ recovered: 10_000, hasMore: true });
    expect(await recover()).toEqual({ recovered: 10_000, hasMore: true });
    const [last] = await query('select max(sequence) as last from webhook_deliveries');
    expect(last!.last).toBe(10_000);
    await ours(() => trial.deliveries.fanOut({ from: 10_001, to: 10_001 }, 0));
    expect((await claim(id)).messages[0]!.event.sequence).toBe(10_001);
    expect(await recover()).toEqual({ recovered: 1, hasMore: false });
    expect(await recover()).toEqual({ recovered: 0, hasMore: false });
  });

  it('recovers from more events than one statement examines, without losing any between statements', async () => {
    await Promise.all(Array.from({ length: 50 }, endpoint));
    await happen(4001);
    await query('update webhook_endpoints set event_types = null');
    await query(`update events set type = 'task.updated' where sequence in (1, 2000, 2001, 4000, 4001)`);
    const request = { since: new Date(Date.now() - 1000), until: new Date(Date.now() + 60_000) };
    const recover = () =>
      ours(() => trial.deliveries.recover({ ...request, eventTypes: ['task.updated'], dryRun: false }));
    expect(await recover()).toEqual({ recovered: 5 * 50, hasMore: false });
    expect(await recover()).toEqual({ recovered: 0, hasMore: false });
  });
});
