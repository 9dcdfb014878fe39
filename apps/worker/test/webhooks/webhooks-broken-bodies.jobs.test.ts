import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { raw } from '@tandem/testing/outside/hostile-ways';
import { useWorld } from '@tandem/testing/world';

const ok = 'HTTP/1.1 200 OK\r\n';
const interim = 'HTTP/1.1 100 Continue\r\n\r\n';

/** The response on the wire, whether the connection is then closed, and the recorded error. */
const responses: [string, string, 'open' | 'closed', string | null][] = [
  ['a body cut off', `${ok}content-length: 50\r\n\r\nhalf`, 'closed', 'invalid_response'],
  ['chunks cut off', `${ok}transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n`, 'closed', 'invalid_response'],
  ['malformed chunks', `${ok}transfer-encoding: chunked\r\n\r\nno chunk\r\n`, 'open', 'invalid_response'],
  ['204 with a body', 'HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\nok', 'open', 'invalid_response'],
  ['a body longer than it says', `${ok}content-length: 2\r\n\r\nokay`, 'open', null],
  ['an unasked 100 Continue', `${interim}${interim}${ok}content-length: 2\r\n\r\nok`, 'open', null],
];

describe('an endpoint that responds 2xx', () => {
  const world = useWorld({ workers: 1, fresh: 'tenants', settings: { WEBHOOK_RETRY_SCHEDULE: '0s,0.1s' } });
  const { ada, receiver } = world;

  const endpoint = async () =>
    (await ada.post('/webhook-endpoints', { url: receiver.url, event_types: ['task.*'] })).body.id as string;
  const responding = (bytes: string, end: 'open' | 'closed') => (_: unknown, response: ServerResponse) =>
    raw(bytes, (socket) => end === 'closed' && socket.end())(response.req, response);
  const ended = (count: number) =>
    eventually(async () => {
      const { data } = (await ada.get('/webhook-deliveries?limit=100')).body;
      expect(data).toHaveLength(count);
      for (const { completed_at } of data) expect(completed_at).not.toBeNull();
      return data as { id: string }[];
    });

  it.each(responses)('with %s has received the event, which is not sent again', async (_, bytes, end, note) => {
    receiver.react = responding(bytes, end);
    await endpoint();
    // More than the ten failures in a row after which the endpoint would be held.
    await Promise.all(Array.from({ length: 12 }, () => ada.post('/tasks', { title: 'x' })));
    const deliveries = await ended(12);
    const expected = { status: 'succeeded', attempt_count: 1, error_message: note };
    for (const delivery of deliveries) expect(delivery).toMatchObject(expected);
    expect(receiver.received).toHaveLength(12);
    const attempts = await ada.get(`/webhook-deliveries/${deliveries[0]!.id}/attempts`);
    const status = bytes.includes(' 204 ') ? 204 : 200;
    expect(attempts.body.data).toMatchObject([{ attempt: 1, http_status: status, error_message: note }]);
  });

  it.each(responses)('with %s passes the test of the endpoint', async (_, bytes, end, note) => {
    receiver.react = responding(bytes, end);
    const { body } = await ada.post(`/webhook-endpoints/${await endpoint()}/test`);
    expect(body).toMatchObject({ success: true, error_message: note });
  });

  it('on the second try, with a broken body, has received the event', async () => {
    receiver.react = (_, response) => {
      receiver.react = responding(`${ok}content-length: 50\r\n\r\nhalf`, 'closed');
      response.writeHead(500).end();
    };
    await endpoint();
    await ada.post('/tasks', { title: 'x' });
    const [delivery] = await ended(1);
    expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 2, error_message: 'invalid_response' });
    const { data } = (await ada.get(`/webhook-deliveries/${delivery!.id}/attempts`)).body;
    expect(data).toMatchObject([
      { error_message: 'invalid_response', response_body: 'half' },
      { error_message: 'non_2xx' },
    ]);
  });

  it('or 410 or 503 counts, even if the body breaks', async () => {
    receiver.react = responding('HTTP/1.1 503 No\r\nretry-after: 3600\r\ncontent-length: 9\r\n\r\nhalf', 'closed');
    const id = await endpoint();
    await ada.post('/tasks', { title: 'x' });
    await eventually(async () => {
      const [delivery] = (await ada.get('/webhook-deliveries?http_status=503')).body.data;
      expect(delivery).toMatchObject({ status: 'retrying', error_message: 'non_2xx' });
      expect(Date.parse(delivery.next_attempt_at) - Date.now()).toBeGreaterThan(3_000_000);
    });
    receiver.react = responding('HTTP/1.1 410 Gone\r\ncontent-length: 9\r\n\r\nhalf', 'closed');
    await ada.post('/tasks', { title: 'x' });
    await eventually(async () => expect((await ada.get(`/webhook-endpoints/${id}`)).body.disabled_reason).toBe('gone'));
  });
});
