import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import type { Received } from '@tandem/testing/outside/webhook-receiver';
import { useWorld } from '@tandem/testing/world';
import { Webhook } from 'standardwebhooks';
import { verify, WebhookVerificationError } from './webhooks.js';

describe('a webhook', () => {
  const { ada, receiver } = useWorld({ workers: 1 });
  let secrets: string[];
  let received: Received;

  beforeAll(async () => {
    const { body } = await ada.post('/webhook-endpoints', { url: receiver.url, event_types: ['task.created'] });
    const rotated = await ada.post(`/webhook-endpoints/${body.id}/rotate-secret`);
    secrets = [rotated.body.signing_secret as string, body.signing_secret as string];
    await ada.post('/tasks', { title: 'Größe' });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    received = receiver.received[0]!;
  });

  it('is verified with either secret during a rotation, as text or bytes, and is typed', () => {
    const bytes = new TextEncoder().encode(received.body);
    for (const body of [received.body, bytes, Buffer.from(bytes), bytes.buffer])
      for (const secret of [...secrets, secrets, ['whsec_b3RoZXI=', secrets[1]!]]) {
        const event = verify(secret, received.headers, body);
        expect(event.type === 'task.created' && event.data.title).toBe('Größe');
      }
    expect(verify(secrets, new Headers(received.headers), received.body).type).toBe('task.created');
  });

  it('is refused if a byte changed, the secret is another one, or the signature is missing', () => {
    const changed = received.body.replace('ö', 'o');
    const { 'webhook-signature': _, ...unsigned } = received.headers;
    for (const refused of [
      () => verify(secrets, received.headers, changed),
      () => verify('whsec_b3RoZXI=', received.headers, received.body),
      () => verify(secrets, unsigned, received.body),
      () => verify(secrets, received.headers, new Uint8Array([0xff])),
    ])
      expect(refused).toThrow(WebhookVerificationError);
  });

  it('is refused after five minutes', () => {
    const at = new Date(Date.now() - 301_000);
    const headers = {
      'webhook-id': 'x',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secrets[0]!).sign('x', at, received.body),
    };
    expect(() => verify(secrets, headers, received.body)).toThrow(WebhookVerificationError);
  });

  it('must be passed as received, not parsed', () => {
    const parsed = JSON.parse(received.body) as never;
    expect(() => verify('no secret', {}, parsed)).toThrow(new TypeError('pass the raw body'));
    for (const none of [[], '']) expect(() => verify(none, {}, received.body)).toThrow('pass a signing secret');
  });
});
