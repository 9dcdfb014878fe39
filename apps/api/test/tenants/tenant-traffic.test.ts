import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TenantTraffic, type Slot } from '@tandem/api/http/limits/tenant-traffic';

const mebibyte = 1024 * 1024;

describe('the traffic of tenants in one process', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const started = (requests: Promise<Slot>[]) => {
    const turns: Slot[] = [];
    for (const one of requests)
      void one.then(
        (turn) => turns.push(turn),
        () => undefined,
      );
    return turns;
  };
  const request = (traffic: TenantTraffic, count: number, tenantId = 'a') =>
    Array.from({ length: count }, () => traffic.start(tenantId));
  const settle = (millis = 0) => jest.advanceTimersByTimeAsync(millis);

  it('allows two concurrent requests of a tenant with much traffic, and any number of others', async () => {
    const traffic = new TenantTraffic(1);
    const first = await traffic.start('a');
    first.spend(mebibyte / 4);
    const turns = started(request(traffic, 5));
    const others = started(request(traffic, 9, 'b'));
    await settle();
    expect([turns.length, others.length]).toEqual([1, 9]);
    first.end();
    first.end();
    await settle();
    expect(turns).toHaveLength(2);
  });

  it('delays a tenant after much traffic until its rate has recovered', async () => {
    const traffic = new TenantTraffic(1);
    const [first] = [await traffic.start('a')];
    first.spend(4 * mebibyte);
    first.end();
    const turns = started(request(traffic, 3));
    await settle(3400);
    expect(turns).toHaveLength(0);
    await settle(200);
    expect(turns).toHaveLength(2);
    expect(started(request(traffic, 1, 'b'))).toHaveLength(0);
    await settle(500);
    expect(turns).toHaveLength(3);
  });

  it('ignores short messages', async () => {
    const traffic = new TenantTraffic(1);
    const turn = await traffic.start('a');
    for (let n = 0; n < 1000; n++) expect(turn.spend(10_000)).toBe(false);
    turn.end();
    const turns = started(request(traffic, 10));
    await settle();
    expect(turns).toHaveLength(10);
  });

  it('refuses a request that would wait too long, and says when to retry', async () => {
    const traffic = new TenantTraffic(1);
    const turn = await traffic.start('a');
    turn.spend(100 * mebibyte);
    turn.end();
    const refused = traffic.start('a').catch((error: unknown) => error);
    await settle(9000);
    expect(await refused).toMatchObject({ kind: 'rate_limited' });
  });
});
