import { beforeAll, describe, expect, it } from '@jest/globals';
import { unavailable } from '@tandem/domain/core/errors';
import { asTenant } from '@tandem/testing/as-tenant';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { useTwoTenants } from '@tandem/testing/two-tenants';
import { SqlSubscriptions } from './sql-subscriptions.js';

const subscription = { name: 'Listening', types: ['task.created'] };

describe('SqlSubscriptions', () => {
  const world = useTwoTenants();
  let subscriptions: SqlSubscriptions;

  beforeAll(async () => {
    subscriptions = new SqlSubscriptions(world.database);
    await subscriptions.registerAcrossTenants([subscription]);
  });

  const ours = <T>(work: () => T) => asTenant(world.ours.tenantId, work);
  const query = <R extends object>(text: string) =>
    asOwner<R & Record<string, unknown>>(world.databaseUrl, text, [world.ours.tenantId]);
  const positionAt = async (sequence: number, upTo: number) => {
    await query(`delete from subscription_work where tenant_id = $1`);
    await query(`insert into subscription_cursors (tenant_id, subscription, sequence)
      values ($1, 'Listening', ${sequence})
      on conflict (tenant_id, subscription) do update set sequence = ${sequence}`);
    await query(`insert into subscription_work (tenant_id, subscription, from_sequence, up_to, noted_at)
      values ($1, 'Listening', 1, ${upTo}, now() - interval '1 hour')`);
  };
  const position = async () =>
    (await query<{ sequence: number }>('select sequence::int from subscription_cursors where tenant_id = $1'))[0]!
      .sequence;
  const secondsWaiting = async () =>
    (
      await query<{ seconds: number }>(
        'select extract(epoch from now() - noted_at)::int as seconds from subscription_work where tenant_id = $1',
      )
    ).map(({ seconds }) => seconds);

  it('never goes back, even if the backlog ends before its position', async () => {
    await positionAt(20, 10);
    const batch = await ours(() => subscriptions.take(subscription, 100));
    expect(batch?.events).toEqual([]);
    expect(await ours(() => subscriptions.advance(subscription, batch!.to))).toBe(true);
    expect([await position(), await secondsWaiting()]).toEqual([20, []]);
  });

  it('measures its lag from the oldest remaining event', async () => {
    await query(`update events set sequence = 8, created_at = now() - interval '1 minute'
      where tenant_id = $1 and id = (select id from events where tenant_id = $1 limit 1)`);
    await positionAt(5, 9);
    expect(await ours(() => subscriptions.advance(subscription, 7))).toBe(false);
    const [seconds] = await secondsWaiting();
    expect(seconds).toBeGreaterThanOrEqual(60);
    expect(seconds).toBeLessThan(1800);
    await ours(() => subscriptions.advance(subscription, 8));
    expect((await secondsWaiting())[0]).toBeLessThan(60);
  });

  it('retries a failing event after minutes, but after seconds if the database was unavailable', async () => {
    const maxWaitAfter = async (error: Error, minutes = 0) => {
      await positionAt(20, 30);
      const at = { from: 21, to: 21, events: [] };
      const waits: number[] = [];
      for (let n = 0; n < 12; n++)
        await ours(async () => {
          const { retryAt } = (await subscriptions.fail(subscription, at, error))!;
          waits.push((retryAt.getTime() - Date.now()) / 1000);
          const ago = `failing_since - interval '${minutes} minutes'`;
          await query(`update subscription_cursors set failing_since = ${ago} where tenant_id = $1`);
        });
      await ours(() => subscriptions.advance(subscription, 21));
      return Math.max(...waits);
    };
    expect(await maxWaitAfter(unavailable())).toBeLessThan(7);
    expect(await maxWaitAfter(unavailable(), 11)).toBeGreaterThan(200);
    expect(await maxWaitAfter(new Error('the event is at fault'))).toBeGreaterThan(200);
  });
});
