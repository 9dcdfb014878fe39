import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

const poolSize = 12;

describe('fair shares of tenants', () => {
  const { asOwner, other, session, ada: waiting } = useWorld({ settings: { DATABASE_POOL_SIZE: `${poolSize}` } });
  const lock = session();

  it('limit a tenant that waits for locks to a quarter of the connections, and others are served', async () => {
    const { body: task } = await waiting.post('/tasks', { title: 'Held' });
    await lock.query('begin');
    await lock.query('select from tasks where id = $1 for update', [task.id]);
    const patches = Array.from({ length: 40 }, () => waiting.patch(`/tasks/${task.id}`, { title: 'Changed' }));
    const blocked = async () =>
      (
        await asOwner(`select from pg_stat_activity where application_name = 'tandem' and wait_event_type = 'Lock'
             and datname = current_database()`)
      ).length;
    await eventually(async () => expect(await blocked()).toBe(poolSize / 4));
    const responses = await Promise.all(Array.from({ length: 20 }, () => other.get('/tasks')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await blocked()).toBeLessThanOrEqual(poolSize / 4);
    await lock.query('rollback');
    const outcomes = await Promise.all(patches);
    for (const { status, headers } of outcomes)
      expect([status, headers['retry-after']]).toEqual(status === 200 ? [200, undefined] : [503, '1']);
  });
});
