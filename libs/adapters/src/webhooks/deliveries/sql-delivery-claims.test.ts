import { describe, expect, it } from '@jest/globals';
import type { Tried } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import { leastId, timeOfId } from '@tandem/domain/core/id';
import type { DeliveryFilters } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { useDueDeliveries } from '@tandem/testing/due-deliveries';
import { eventually } from '@tandem/testing/eventually';
import { ok } from '@tandem/testing/answers';
import { putBack } from './recovery-statements.js';

const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

describe('SqlDeliveryClaims', () => {
  const due = useDueDeliveries();
  const { ours, query, endpoint, happen, fannedOut, claim } = due;
  const age = () => query(`update webhook_claims set lease_ends = now() - interval '1 second'`);

  it('hands out ten of an endpoint and fifty of a tenant at a time, however many ask at once', async () => {
    const endpoints = await Promise.all(Array.from({ length: 7 }, endpoint));
    expect((await fannedOut(30)).sort()).toEqual(endpoints.sort());
    const taken = await Promise.all(endpoints.flatMap((id) => [claim(id), claim(id)]));
    const of = (id: string) => taken.filter(({ endpoint }) => endpoint.id === id).flatMap((one) => one.taken);
    for (const id of endpoints) expect(of(id).length).toBeLessThanOrEqual(10);
    expect(taken.flatMap((one) => one.taken)).toHaveLength(50);
  });

  it('leaves a place of the fifty to each endpoint that has nothing under way', async () => {
    const endpoints = await Promise.all(Array.from({ length: 9 }, endpoint));
    await fannedOut(30);
    const claimed: number[] = [];
    for (const id of endpoints) claimed.push((await claim(id, 30)).taken.length);
    // The first four may have more of a claim than are under way at a time: each counts for ten.
    expect(claimed).toEqual([30, 30, 30, 30, 6, 1, 1, 1, 1]);
    const off = `update webhook_endpoints set is_enabled = false, disabled_reason = 'manual', disabled_at = now() where id = $1`;
    await query('delete from webhook_claims where endpoint_id = any ($1)', [endpoints.slice(7)]);
    expect((await claim(endpoints[5]!)).taken).toEqual([]);
    await query(off, [endpoints[8]]);
    expect((await claim(endpoints[5]!)).taken).toHaveLength(1);
    await query('update webhook_endpoint_healths set held_until = now() where id = $1', [endpoints[7]]);
    expect((await claim(endpoints[7]!)).taken).toHaveLength(1);
  });

  it('skips many at a time of what the endpoint’s member may not learn of, and hands out what is behind', async () => {
    const id = await endpoint();
    await fannedOut(61);
    const { memberId } = due.tenants.ours;
    await query('update webhook_endpoints set member_id = $1', [memberId]);
    await query(`update events set channels = '{contacts}' where sequence <= 60`);
    await query(
      `insert into access_policies (tenant_id, id, member_id, domain, access_level, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, 'contacts', 'none', now(), now())`,
      [due.tenants.ours.tenantId, memberId],
    );
    const { taken, skipped, ...claimed } = await claim(id);
    expect([skipped, taken.map(({ event }) => event.sequence), claimed.endpoint.memberId]).toEqual([
      60,
      [61],
      memberId,
    ]);
    await query(`delete from access_policies where domain = 'contacts'`);
  });

  it('has deliveries made at the time of their ids, by which they are found', async () => {
    await endpoint();
    await fannedOut(1);
    const [made] = await query('select id, created_at from webhook_deliveries');
    const at = made!.created_at as Date;
    expect(timeOfId(made!.id as string)).toEqual(at);
    const found = async (filters: DeliveryFilters) => (await ours(() => due.deliveries.page(filters))).items.length;
    const next = new Date(at.getTime() + 1);
    expect(await Promise.all([found({ since: at }), found({ since: next })])).toEqual([1, 0]);
    expect(await Promise.all([found({ until: at }), found({ until: next })])).toEqual([0, 1]);
  });

  it('hands out the oldest first, with the data as it was stored', async () => {
    const id = await endpoint();
    await fannedOut(15);
    const { taken, isHealthy } = await claim(id);
    expect(isHealthy).toBe(true);
    expect(taken.map(({ event }) => event.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(taken[0]).toMatchObject({
      attempt: 1,
      event: { type: 'task.created', tenantId: due.tenants.ours.tenantId, data: '{"n": 1}' },
    });
  });

  it('hands a delivery whose lease is over to another, and drops what the first says later', async () => {
    const id = await endpoint();
    await fannedOut(1);
    const lost = await claim(id);
    expect((await claim(id)).taken).toEqual([]);
    await age();
    const second = await claim(id);
    expect(second.taken).toMatchObject([{ deliveryId: lost.taken[0]!.deliveryId, attempt: 2 }]);
    let asked = 0;
    await ours(() =>
      due.claims.settle(lost, { tried: [{ ...lost.taken[0]!, answer: ok }], left: 0 }, () => void asked++),
    );
    expect(asked).toBe(0);
    const attempts = await query(
      'select number, error_message, finished_at is null as open from all_webhook_attempts order by number',
    );
    expect(attempts).toEqual([
      { number: 1, error_message: 'worker_lost', open: false },
      { number: 2, error_message: null, open: true },
    ]);
  });

  it('settles what has been answered while the rest of the claim is still out', async () => {
    const id = await endpoint();
    await fannedOut(3);
    const claimed = await claim(id);
    const [first, ...rest] = claimed.taken.map((one) => ({ ...one, answer: ok }));
    const terms = { schedule: [0], now: new Date(), random: 0 };
    const settle = (tried: Tried[], left = 0) =>
      ours(() => due.claims.settle(claimed, { tried, left }, (delivery, answer) => delivery.tried(answer, terms)));
    await settle([first!], 2);
    const statuses = () => query('select status from webhook_deliveries order by sequence');
    expect(await statuses()).toEqual([{ status: 'succeeded' }, { status: 'in_flight' }, { status: 'in_flight' }]);
    await settle(rest);
    expect(await statuses()).toEqual(Array(3).fill({ status: 'succeeded' }));
  });

  it('lets go of what a vanished worker holds within ten seconds, and never of what is held', async () => {
    const id = await endpoint();
    await fannedOut(1);
    const left = () => query(`select extract(epoch from lease_ends - now())::float as seconds from webhook_claims`);
    const claimed = await claim(id);
    expect((await left())[0]!.seconds).toBeLessThan(10);
    await query(`update webhook_claims set lease_ends = now() + interval '1 second'`);
    const release = ours(() => due.claims.keep(claimed));
    await eventually(async () => expect((await left())[0]!.seconds).toBeGreaterThan(2));
    release();
  });

  it('finds endpoints with something due in every tenant, but not held ones', async () => {
    const [open, held] = [await endpoint(), await endpoint()];
    await fannedOut(3);
    await query(`update webhook_endpoint_healths set held_until = now() + interval '1 minute' where id = $1`, [held]);
    expect(await due.claims.dueAcrossTenants()).toEqual([{ tenantId: due.tenants.ours.tenantId, id: open }]);
    expect((await claim(held)).taken).toEqual([]);
    expect((await ours(() => due.claims.nextDue(held)))!.getTime()).toBeGreaterThan(Date.now() + 50_000);
  });

  it('sends a held endpoint one probe when the hold is over', async () => {
    const id = await endpoint();
    await fannedOut(5);
    await query(`update webhook_endpoint_healths set held_until = now() where id = $1`, [id]);
    expect((await claim(id)).taken).toHaveLength(1);
    expect((await claim(id)).taken).toEqual([]);
  });

  it('reads each event once to recover, and takes away as a set what was delivered', async () => {
    const values = [due.tenants.ours.tenantId, leastId, greatestId, null, null, '[]', false, 1];
    const plan = (await query(`explain ${putBack}`, values)).map((row) => row['QUERY PLAN'] as string);
    expect(plan.filter((line) => line.includes(' on events_other e'))).toHaveLength(1);
    expect(plan).toContainEqual(expect.stringContaining('SetOp Except All'));
  });

  it('recovers ten thousand at a time, the oldest first, and lets live ones go before them', async () => {
    const id = await endpoint();
    await happen(10_002);
    const request = { since: new Date(Date.now() - 1000), until: new Date(Date.now() + 60_000) };
    const recover = (dryRun = false) => ours(() => due.deliveries.recover({ ...request, dryRun }));
    expect(await recover(true)).toEqual({ recovered: 10_000, hasMore: true });
    expect(await recover()).toEqual({ recovered: 10_000, hasMore: true });
    const [last] = await query('select max(sequence) as last from webhook_deliveries');
    expect(last!.last).toBe(10_000);
    await ours(() => due.deliveries.fanOut({ from: 10_001, to: 10_001 }, 0));
    expect((await claim(id)).taken[0]!.event.sequence).toBe(10_001);
    expect(await recover()).toEqual({ recovered: 1, hasMore: false });
    expect(await recover()).toEqual({ recovered: 0, hasMore: false });
  });

  it('recovers among more events than one statement looks at, and loses none where one ends', async () => {
    await Promise.all(Array.from({ length: 50 }, endpoint));
    await happen(4001);
    await query('update webhook_endpoints set event_types = null');
    await query(`update events set type = 'task.updated' where sequence in (1, 2000, 2001, 4000, 4001)`);
    const request = { since: new Date(Date.now() - 1000), until: new Date(Date.now() + 60_000) };
    const recover = () =>
      ours(() => due.deliveries.recover({ ...request, eventTypes: ['task.updated'], dryRun: false }));
    expect(await recover()).toEqual({ recovered: 5 * 50, hasMore: false });
    expect(await recover()).toEqual({ recovered: 0, hasMore: false });
  });
});
