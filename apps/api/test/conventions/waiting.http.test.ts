import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

describe('waiting in every operation', () => {
  // Production values: these tests wait until they expire.
  const timeouts = { DATABASE_CONNECTION_TIMEOUT_MS: '1000', DATABASE_STATEMENT_TIMEOUT_MS: '2000' };
  const { ada, session } = useWorld({ settings: { DATABASE_POOL_SIZE: '3', ...timeouts } });
  const blocker = session();

  it('for a locked record ends in 503 with Retry-After, without an effect', async () => {
    const { body } = await ada.post('/tasks', { title: 'locked' });
    await blocker.query('begin');
    await blocker.query('select 1 from tasks where id = $1 for update', [body.id]);
    const response = await ada.patch(`/tasks/${body.id}`, { title: 'changed' });
    expect([response.status, response.body.code]).toEqual([503, 'unavailable']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ada.get(`/tasks/${body.id}`)).body.title).toBe('locked');
    await blocker.query('rollback');
    expect((await ada.patch(`/tasks/${body.id}`, { title: 'changed' })).status).toBe(200);
  });

  it('for a busy connection pool ends in 503, and the next request is served', async () => {
    const { body } = await ada.post('/tasks', { title: 'busy' });
    await blocker.query('begin');
    await blocker.query('select 1 from tasks where id = $1 for update', [body.id]);
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) => ada.patch(`/tasks/${body.id}`, { title: `busy ${i}` })),
    );
    for (const { status, headers } of responses) {
      expect(status).toBe(503);
      expect(headers['retry-after']).toBeDefined();
    }
    await blocker.query('rollback');
    await eventually(async () => expect((await ada.get(`/tasks/${body.id}`)).status).toBe(200));
  });

  it('in a deadlock is retried without a trace', async () => {
    const [a, b] = [await parent('a'), await parent('b')];
    // Reopening a child locks upward and canceling its parent downward: they lock the same rows in opposite order.
    const rounds = Array.from({ length: 12 }, async (_, i) => {
      const { top, child } = i % 2 ? a : b;
      return i % 3 ? ada.post(`/tasks/${top}/cancel`) : ada.post(`/tasks/${child}/reopen`);
    });
    for (const { status } of await Promise.all(rounds)) expect([200, 503]).toContain(status);
  });

  it('in a deadlock with another process is retried', async () => {
    const { top, child } = await parent('first');
    await blocker.query('begin');
    await blocker.query(`set local deadlock_timeout = '10 s'`);
    await blocker.query('select 1 from tasks where id = $1 for update', [child]);
    const canceling = ada.post(`/tasks/${top}/cancel`);
    await eventually(async () => expect(await blocker.waiting()).toBe(1));
    await blocker.query('select 1 from tasks where id = $1 for update', [top]);
    await blocker.query('commit');
    const response = await canceling;
    expect([response.status, response.body.canceled_at]).toEqual([200, expect.any(String)]);
  });

  it('for an unavailable database ends in 503 until it recovers', async () => {
    const lost = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await blocker.query(lost);
    const response = await ada.get('/me');
    expect([200, 503]).toContain(response.status);
    await eventually(async () => expect((await ada.get('/me')).status).toBe(200));
  });

  async function parent(title: string): Promise<{ top: string; child: string }> {
    const top = (await ada.post('/tasks', { title })).body.id as string;
    const child = (await ada.post('/tasks', { title, parent_id: top })).body.id as string;
    return { top, child };
  }
});
