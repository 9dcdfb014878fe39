import { describe, expect, it } from '@jest/globals';
import { UsageFault } from '@tandem/cli/print';
import { subscriptions } from '@tandem/cli/operator/subscriptions';
import { usage } from '@tandem/cli/usage';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { testEnvironment } from '@tandem/testing/test-settings';
import { useTwoTenants } from '@tandem/testing/two-tenants';
import { printed } from './printed.js';

describe('the command subscriptions', () => {
  const world = useTwoTenants();

  /** Returns the output of the command; rejects if it fails. */
  const run = async (...args: string[]): Promise<string> => {
    const { code, output } = await printed(async () => subscriptions(args, testEnvironment(world.databaseUrl)));
    expect(code).toBe(0);
    return output;
  };
  const positionOf = async (tenantId: string) => {
    const work = `insert into subscription_work (tenant_id, subscription, from_sequence, up_to)
      values ($1, 'FanOutEvents', 5, 9)`;
    const cursor = `insert into subscription_cursors (tenant_id, subscription, sequence, attempts,
        failed_sequence, last_error, failing_since, retry_at)
      values ($1, 'FanOutEvents', 6, 3, 7, 'it never works', now(), now() + interval '1 hour')`;
    await asOwner(world.databaseUrl, work, [tenantId]);
    await asOwner(world.databaseUrl, cursor, [tenantId]);
  };
  const cursor = async (tenantId: string) => {
    const text = `select sequence::int, attempts, coalesce(retry_at <= now(), true) as "isDue"
      from subscription_cursors where tenant_id = $1`;
    return (await asOwner(world.databaseUrl, text, [tenantId]))[0];
  };

  it('lists stuck subscriptions, retries them, and skips the failing event', async () => {
    const { tenantId } = world.ours;
    expect(await run()).toBe('every subscription is up to date\n');
    await positionOf(tenantId);
    const [, listed] = (await run('list')).split('\n');
    expect(listed).toMatch(new RegExp(`^FanOutEvents +${tenantId} +6 +3 +3 +7 .* it never works$`));
    await expect(run('retry', 'FanOutEvents', world.theirs.tenantId)).rejects.toThrow('is not stuck');
    await run('retry', 'FanOutEvents', tenantId);
    expect(await cursor(tenantId)).toEqual({ sequence: 6, attempts: 3, isDue: true });
    await expect(run('skip', 'FanOutEvents', tenantId, '8')).rejects.toThrow('is not stuck at the event 8');
    await run('skip', 'FanOutEvents', tenantId, '7');
    expect(await cursor(tenantId)).toEqual({ sequence: 7, attempts: 0, isDue: true });
    await expect(run('forget', 'FanOutEvents')).rejects.toThrow('there is no subscription FanOutEvents');
  });

  it('reports its usage', async () => {
    for (const args of [
      ['skip', 'FanOutEvents', 'demo'],
      ['list', 'all'],
      ['retry', 'FanOutEvents'],
    ])
      await expect(run(...args)).rejects.toBeInstanceOf(UsageFault);
    expect(usage('subscriptions')).toContain('subscriptions skip NAME TENANT-ID SEQUENCE');
  });
});
