import { describe, expect, it } from '@jest/globals';
import { UsageMeter } from '@tandem/domain/core/telemetry/usage-meter';
import { useWorld } from '@tandem/testing/world';

describe('usage', () => {
  const world = useWorld();
  const { ada, raw, bearer, asOwner, startApi } = world;

  const flushed = async () => {
    await world.api.container.get(UsageMeter).flush();
    return (await ada.get('/usage')).body;
  };

  it('counts requests that reached a handler by class, in one row per day', async () => {
    const before = (await flushed()).data[0] ?? { request_count: 0, read_count: 0, write_count: 0, search_count: 0 };
    await ada.post('/tasks', { title: 'Counted' });
    await ada.get('/tasks');
    await ada.get('/contacts/find-by-channel?channel_type=email&channel_value=nobody@example.com');
    await ada.post('/tasks', { title: '' });
    await raw('get', '/api/v1/tasks');
    const { data } = await flushed();
    expect(data).toHaveLength(1);
    expect(data[0].date).toBe(new Date().toISOString().slice(0, 10));
    expect(data[0].write_count - before.write_count).toBe(1);
    expect(data[0].search_count - before.search_count).toBe(1);
    expect(data[0].request_count).toBe(data[0].read_count + data[0].write_count);
    expect(data[0]).toMatchObject({ tenant_id: ada.tenantId, export_count: 0, x402_revenue_usdc: 0 });
  });

  it('adds up over several processes, and a process stores its counts when it stops', async () => {
    const second = await startApi();
    const { write_count: before } = (await flushed()).data[0];
    const post = () => bearer(ada.key, second.address).post('/tasks', { title: 'There' });
    await Promise.all([post(), post(), post(), ada.post('/tasks', { title: 'Here' })]);
    await second.stop();
    expect((await flushed()).data[0].write_count - before).toBe(4);
  });

  it('lists the last days in UTC, newest first, at most ninety', async () => {
    await asOwner(
      `insert into usage_days (tenant_id, id, date, request_count)
       select $1, gen_random_uuid(), (now() at time zone 'UTC')::date - n, n from unnest(array[1, 29, 30, 89, 90]) n`,
      [ada.tenantId],
    );
    const counts = async (query: string) => {
      const { body } = await ada.get(`/usage${query}`);
      return [body.period_days, body.data.length];
    };
    expect(await counts('')).toEqual([30, 3]);
    expect(await counts('?days=1')).toEqual([1, 1]);
    expect(await counts('?days=31')).toEqual([31, 4]);
    expect(await counts('?days=500')).toEqual([90, 5]);
    for (const wrong of ['0', '-1', 'x', '1.5']) expect((await ada.get(`/usage?days=${wrong}`)).status).toBe(400);
    expect((await raw('get', '/api/v1/usage')).status).toBe(401);
  });
});
