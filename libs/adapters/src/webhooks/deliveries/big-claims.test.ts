import { describe, expect, it } from '@jest/globals';
import { useDueDeliveries } from '@tandem/testing/due-deliveries';
import { eventually } from '@tandem/testing/eventually';
import { OtherSession } from '@tandem/testing/other-session';
import { ok } from '@tandem/testing/answers';
import { skip } from './delivery-transitions.js';

describe('a claim of more than are under way at once', () => {
  const due = useDueDeliveries();
  const { ours, query, endpoint, fannedOut, claim } = due;

  it('hands out many of an endpoint to one, whose ten slots count, and none of it to others meanwhile', async () => {
    const [busy, ...others] = await Promise.all(Array.from({ length: 6 }, endpoint));
    await fannedOut(40);
    const many = await claim(busy!, 30);
    expect([many.taken.length, many.hasMore]).toEqual([30, true]);
    expect(await claim(busy!, 30)).toMatchObject({ taken: [], hasRoom: false });
    const taken = await Promise.all(others.map((id) => claim(id, 30)));
    expect(taken.map((one) => one.taken.length).sort()).toEqual([1, 30, 30, 30, 9].sort());
    // Of what is left of it, others may have the rest of the ten.
    await ours(() =>
      due.claims.settle(
        many,
        { tried: many.taken.slice(7).map((one) => ({ ...one, answer: ok })), left: 7 },
        () => undefined,
      ),
    );
    await query(`delete from webhook_claims where endpoint_id <> $1`, [busy]);
    expect((await claim(busy!, 30)).taken).toHaveLength(3);
  });

  it('takes back what was not sent as if it had never been claimed, in its old place', async () => {
    const id = await endpoint();
    await fannedOut(30);
    const text = `select sequence, status, attempt_count, claim_id, due_at <= now() as is_due from webhook_deliveries order by sequence`;
    const before = await query(text);
    const { taken, ...claimed } = await claim(id, 25);
    const unsent = taken.slice(5);
    await ours(() => due.claims.giveBack({ ...claimed, taken }, unsent, 5));
    const after = await query(text);
    expect(after.slice(5)).toEqual(before.slice(5));
    expect(after.slice(0, 5)).toMatchObject(Array(5).fill({ status: 'in_flight', attempt_count: 1 }));
    expect(await query('select number from all_webhook_attempts')).toEqual(Array(5).fill({ number: 1 }));
    await ours(() =>
      due.claims.settle(
        { ...claimed, taken },
        { tried: taken.slice(0, 5).map((one) => ({ ...one, answer: ok })), left: 0 },
        () => undefined,
      ),
    );
    expect((await claim(id)).taken.map(({ event, attempt }) => [event.sequence, attempt])).toEqual(
      Array.from({ length: 10 }, (_, index) => [index + 6, 1]),
    );
  });

  it('tells who settles whether all of it was still held', async () => {
    const id = await endpoint();
    await fannedOut(2);
    const claimed = await claim(id);
    const [first, second] = claimed.taken.map((one) => ({ ...one, answer: ok }));
    expect(await ours(() => due.claims.settle(claimed, { tried: [first!], left: 1 }, () => undefined))).toBe(true);
    await ours(() => due.deliveries.skipOpen(id, new Date()));
    expect(await ours(() => due.claims.settle(claimed, { tried: [second!], left: 0 }, () => undefined))).toBe(false);
  });

  it('ends the attempt of a delivery that somebody skips at that very moment, and what was answered has succeeded', async () => {
    const id = await endpoint();
    await fannedOut(1);
    const claimed = await claim(id);
    const tried = claimed.taken.map((one) => ({ ...one, answer: ok }));
    const other = new OtherSession(() => due.tenants.databaseUrl);
    await other.query('begin');
    await other.query(`update webhook_deliveries d set ${skip('now()')}`);
    const settled = ours(() => due.claims.settle(claimed, { tried, left: 0 }, () => undefined));
    await eventually(async () => expect(await other.waiting()).toBe(1));
    await other.query('commit');
    await other.close();
    expect(await settled).toBe(false);
    const attempts = await query('select number, http_status, finished_at is null as open from all_webhook_attempts');
    expect(attempts).toEqual([{ number: 1, http_status: 204, open: false }]);
    expect(await query('select status from webhook_deliveries')).toEqual([{ status: 'succeeded' }]);
  });
});
