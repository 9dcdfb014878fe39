import { expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eventually } from '@tandem/testing/eventually';
import { describeEachBackend } from '@tandem/testing/temporary-redis';
import { responding } from '@tandem/testing/outside/webhook-receiver';
import { useWorld } from '@tandem/testing/world';

interface Delivery {
  id: string;
  status: string;
  attempt_count: number;
  http_status: number | null;
  error_message: string | null;
}

describeEachBackend('webhooks', (backend) => {
  const settings = { WEBHOOK_RETRY_SCHEDULE: '0s,0.2s,0.2s' };
  const { ada, receiver, tenant } = useWorld({ backend, settings, workers: 1, fresh: 'tenants' });

  const create = async (path = '/hook', fields: object = { event_types: ['task.*'] }, by = ada) =>
    (await by.post('/webhook-endpoints', { url: receiver.url + path, ...fields })).body;
  const task = async (title = 'x', by = ada) => (await by.post('/tasks', { title })).body;
  const deliveries = async (filters = '', by = ada): Promise<Delivery[]> =>
    (await by.get(`/webhook-deliveries?limit=100${filters}`)).body.data;
  const delivery = async (status: string) =>
    eventually(async () => {
      const [found] = await deliveries(`&status=${status}`);
      expect(found).toBeDefined();
      return found!;
    });

  it('an event arrives as it is stored, signed and numbered', async () => {
    const { signing_secret } = await create();
    const { id } = await task('Write');
    const { headers, body, event } = await eventually(() => {
      expect(receiver.received).toHaveLength(1);
      return receiver.received[0]!;
    });
    expect(new Webhook(signing_secret).verify(body, headers)).toEqual(event);
    expect(event).toMatchObject({ type: 'task.created', tenant_id: ada.tenantId, data: { id, title: 'Write' } });
    const { channels: _, ...stored } = (await ada.get(`/webhook-events/${event.id}`)).body;
    expect(event).toEqual(stored);
    expect(headers).toMatchObject({
      'webhook-id': event.id,
      'x-delivery-attempt': '1',
      'content-type': 'application/json',
    });
    const done = await delivery('succeeded');
    expect(done).toMatchObject({
      id: headers['x-delivery-id'],
      attempt_count: 1,
      http_status: 200,
      error_message: null,
    });
    const attempts = await ada.get(`/webhook-deliveries/${done.id}/attempts`);
    expect(attempts.body.data).toMatchObject([
      { attempt: 1, http_status: 200, response_body: 'thanks', error_message: null },
    ]);
  });

  it('a delivery to a slow endpoint is listed while it is in flight', async () => {
    let respond: () => void = () => undefined;
    receiver.react = (_, response) => void (respond = () => response.end());
    await create();
    await task();
    const { id, attempt_count } = await delivery('in_flight');
    // It shows before it arrives.
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect([id, attempt_count]).toEqual([receiver.received[0]!.headers['x-delivery-id'], 1]);
    respond();
    expect(await delivery('succeeded')).toMatchObject({ id, attempt_count: 1 });
    expect(receiver.received).toHaveLength(1);
  });

  it('an endpoint gets only later events of its types and channels', async () => {
    await task('before');
    await create('/exact', { event_types: ['task.canceled'] });
    await create('/family', { event_types: ['task.*'] });
    await create('/channel', { channels: ['projects'], event_types: ['project.*', 'task.*'] });
    await create('/disabled', { is_enabled: false });
    const { id } = await task('one');
    await ada.post(`/tasks/${id}/cancel`);
    await ada.post('/projects', { name: 'P' });
    const types = (path: string) => receiver.at(path).map(({ event }) => event.type);
    await eventually(() => {
      expect(types('/exact')).toEqual(['task.canceled']);
      expect(types('/family').sort()).toEqual(['task.canceled', 'task.created']);
      expect(types('/channel')).toEqual(['project.created']);
    });
    expect(types('/disabled')).toEqual([]);
  });

  it('a failed delivery is retried with the same bytes until it succeeds', async () => {
    await create();
    let left = 2;
    receiver.react = (_, response) => void response.writeHead(left-- > 0 ? 503 : 204).end();
    await task();
    const done = await delivery('succeeded');
    expect(done).toMatchObject({ attempt_count: 3, http_status: 204 });
    const [first, ...others] = receiver.received;
    for (const other of others) expect(other.body).toBe(first!.body);
    expect(receiver.received.map(({ headers }) => headers['x-delivery-attempt'])).toEqual(['1', '2', '3']);
    const { body } = await ada.get(`/webhook-deliveries/${done.id}/attempts`);
    expect(body.data.map((one: { http_status: number }) => one.http_status)).toEqual([204, 503, 503]);
  });

  it('a delivery is exhausted after the last attempt, which is an event, and can be sent again', async () => {
    await create();
    await create('/news', { event_types: ['webhook_delivery.exhausted'] });
    receiver.react = ({ path }, response) => void response.writeHead(path === '/news' ? 200 : 500).end();
    await task();
    const spent = await delivery('exhausted');
    expect(spent).toMatchObject({ attempt_count: 3, http_status: 500, error_message: 'non_2xx' });
    await eventually(() => expect(receiver.at('/news')[0]?.event.data).toMatchObject({ id: spent.id }));
    receiver.react = responding(200);
    const again = await ada.post(`/webhook-deliveries/${spent.id}/retry`);
    expect([again.status, again.body.status]).toEqual([200, 'pending']);
    await eventually(async () =>
      expect((await ada.get(`/webhook-deliveries/${spent.id}`)).body).toMatchObject({
        status: 'succeeded',
        attempt_count: 4,
      }),
    );
  });

  it('an endpoint gets no event about its own exhausted deliveries, and two dead ones do not loop', async () => {
    receiver.react = responding(500);
    await create('/a', {});
    await create('/b', {});
    await task();
    const news = async () =>
      (await deliveries()).filter((one) => 'event_type' in one && one.event_type === 'webhook_delivery.exhausted');
    await eventually(async () => {
      const all = await deliveries();
      expect((await news()).length).toBeGreaterThan(0);
      expect(all.every(({ status }) => status === 'exhausted' || status === 'retrying' || status === 'pending')).toBe(
        true,
      );
    });
    const { body } = await ada.get('/webhook-events?type=webhook_delivery.exhausted&limit=100');
    for (const event of body.data as { data: { event_type: string } }[])
      expect(event.data.event_type).not.toBe('webhook_delivery.exhausted');
  });

  it('a redirect is not followed', async () => {
    await create();
    receiver.react = responding(307, { location: `${receiver.url}/elsewhere` });
    await task();
    expect(await delivery('exhausted')).toMatchObject({ http_status: 307, error_message: 'redirect_not_followed' });
    expect(receiver.at('/elsewhere')).toEqual([]);
  });

  it('a retry waits for the Retry-After of the endpoint', async () => {
    await create();
    receiver.react = responding(429, { 'retry-after': '3600' });
    await task();
    const { body } = await eventually(async () => {
      const response = await ada.get(`/webhook-deliveries/${(await delivery('retrying')).id}`);
      expect(response.body.http_status).toBe(429);
      return response;
    });
    expect(Date.parse(body.next_attempt_at) - Date.now()).toBeGreaterThan(3_500_000);
  });

  it('a delivery of another tenant does not exist', async () => {
    await create();
    await task();
    const { id } = await delivery('succeeded');
    const other = await tenant('Other');
    for (const respond of [
      await other.get(`/webhook-deliveries/${id}`),
      await other.get(`/webhook-deliveries/${id}/attempts`),
      await other.post(`/webhook-deliveries/${id}/retry`),
    ])
      expect(respond.status).toBe(404);
    expect(await deliveries('', other)).toEqual([]);
  });
});
