import { expect, it } from '@jest/globals';
import { busyMachineMillis, eventually } from '@tandem/testing/eventually';
import { describeEachBackend } from '@tandem/testing/temporary-redis';
import { responding } from '@tandem/testing/outside/webhook-receiver';
import { useWorld } from '@tandem/testing/world';

describeEachBackend('webhooks after an outage', (backend) => {
  const settings = { WEBHOOK_RETRY_SCHEDULE: '0s,0.1s,1h,1h' };
  const { ada, receiver, asOwner } = useWorld({ backend, settings, workers: 1, fresh: 'tenants' });

  const create = async () =>
    (await ada.post('/webhook-endpoints', { url: receiver.url, event_types: ['task.*'] })).body.id as string;
  const tasks = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => ada.post('/tasks', { title: `t${index}` })));
  const read = async (id: string) => (await ada.get(`/webhook-endpoints/${id}`)).body;
  const health = (id: string, expected: object) =>
    eventually(async () => expect((await read(id)).health).toMatchObject(expected));
  const deliveries = async () => (await ada.get('/webhook-deliveries?limit=100')).body.data as Delivery[];
  const statuses = (...expected: string[]) =>
    eventually(async () => expect((await deliveries()).map(({ status }) => status).sort()).toEqual(expected));
  const recover = async (body: object = {}) =>
    (await ada.post('/webhook-events/recover', { since: new Date(Date.now() - 60_000).toISOString(), ...body })).body;
  const arrived = () => new Set(receiver.received.map(({ event }) => event.id)).size;
  /** The receiver fails until ten attempts hold the endpoint, then works again; one more event waits. */
  const outage = async () => {
    const id = await create();
    receiver.react = responding(500);
    await tasks(5);
    await health(id, { state: 'held', consecutive_failures: 10 });
    // The test must not depend on the end of the hold.
    await asOwner(`update webhook_endpoint_healths set held_until = now() + interval '1 hour' where id = $1`, [id]);
    await tasks(1);
    await statuses('pending', ...Array<string>(5).fill('retrying'));
    receiver.react = responding(200);
    receiver.received.length = 0;
    return id;
  };

  it('health shows each state', async () => {
    const id = await create();
    const none = { consecutive_failures: 0, failing_since: null, held_until: null };
    await health(id, { state: 'healthy', ...none, last_success_at: null });
    await tasks(1);
    await health(id, { state: 'healthy', ...none, last_success_at: expect.any(String) });
    receiver.react = responding(500);
    await tasks(1);
    await health(id, { state: 'failing', consecutive_failures: 2, failing_since: expect.any(String) });
    await tasks(4);
    await health(id, { state: 'held', consecutive_failures: 10, held_until: expect.any(String) });
    await ada.post(`/webhook-endpoints/${id}/disable`);
    await health(id, { state: 'disabled', held_until: null });
    await ada.post(`/webhook-endpoints/${id}/enable`);
    await health(id, { state: 'healthy', ...none });
  });

  it('a successful test ends a hold, and what is due is sent', async () => {
    const id = await outage();
    receiver.react = responding(500);
    await ada.post(`/webhook-endpoints/${id}/test`);
    await health(id, { state: 'held' });
    receiver.react = responding(200);
    receiver.received.length = 0;
    expect((await ada.post(`/webhook-endpoints/${id}/test`)).body.success).toBe(true);
    await statuses(...Array<string>(5).fill('retrying'), 'succeeded');
    await health(id, { state: 'healthy' });
  });

  it('enabling an enabled endpoint ends a hold', async () => {
    const id = await outage();
    await ada.patch(`/webhook-endpoints/${id}`, { is_enabled: true });
    await statuses(...Array<string>(5).fill('retrying'), 'succeeded');
  });

  it('recovery after an outage delivers every event at once, and counts each of them once', async () => {
    const id = await create();
    receiver.react = responding(500);
    await tasks(5);
    await health(id, { state: 'held' });
    await statuses(...Array<string>(5).fill('retrying'));
    const { held_until } = (await read(id)).health;
    for (const { next_attempt_at } of await deliveries())
      expect(Date.parse(next_attempt_at!)).toBeGreaterThanOrEqual(Date.parse(held_until));
    receiver.react = responding(200);
    receiver.received.length = 0;
    expect(await recover({ dry_run: true })).toEqual({ recovered: 5, has_more: false });
    await health(id, { state: 'held' });
    const started = performance.now();
    expect(await recover()).toEqual({ recovered: 5, has_more: false });
    expect(await recover()).toEqual({ recovered: 0, has_more: false });
    await eventually(() => expect(arrived()).toBe(5));
    expect(performance.now() - started).toBeLessThan(2000 + busyMachineMillis);
    await statuses(...Array<string>(5).fill('succeeded'));
    await health(id, { state: 'healthy' });
    expect(receiver.received).toHaveLength(5);
    expect(await recover()).toEqual({ recovered: 0, has_more: false });
  });

  it('a repeat of a recovery gives 0 while its deliveries are in flight', async () => {
    await outage();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    receiver.react = (_, response) => void answered.then(() => response.end());
    expect((await recover()).recovered).toBe(6);
    await eventually(() => expect(receiver.received).toHaveLength(6));
    expect((await recover({ dry_run: true })).recovered).toBe(0);
    expect((await recover()).recovered).toBe(0);
    answer();
    await statuses(...Array<string>(6).fill('succeeded'));
    expect(receiver.received).toHaveLength(6);
  });

  it('a retry is sent during a hold, and its success ends the hold', async () => {
    const id = await outage();
    const [one] = (await deliveries()).filter(({ status }) => status === 'retrying');
    receiver.react = responding(500);
    await ada.post(`/webhook-deliveries/${one!.id}/retry`);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await health(id, { state: 'held', consecutive_failures: 11 });
    receiver.react = responding(200);
    receiver.received.length = 0;
    await ada.post(`/webhook-deliveries/${one!.id}/retry`);
    await statuses(...Array<string>(4).fill('retrying'), ...Array<string>(2).fill('succeeded'));
    expect(arrived()).toBe(2);
    await health(id, { state: 'healthy' });
  });
});

interface Delivery {
  id: string;
  status: string;
  next_attempt_at: string | null;
}
