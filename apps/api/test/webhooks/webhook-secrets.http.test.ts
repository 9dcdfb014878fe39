import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { responding } from '@tandem/testing/outside/webhook-receiver';
import { useWorld } from '@tandem/testing/world';

describe('secrets and tests of webhook endpoints over HTTP', () => {
  const { ada, receiver, asOwner } = useWorld();

  const hook = () => ({ url: `${receiver.url}/hook` });
  const create = async (fields: object = {}) => (await ada.post('/webhook-endpoints', { ...hook(), ...fields })).body;

  it('a secret is sealed in storage and appears in no event', async () => {
    const { id, signing_secret } = await create();
    const stored = await asOwner(`select sealed_secret from webhook_endpoints where id = $1`, [id]);
    expect(stored[0]!.sealed_secret).toMatch(/^v1\./);
    const events = await asOwner('select data::text, metadata::text from events');
    expect(JSON.stringify(events)).not.toContain(signing_secret.slice(6));
  });

  it('a rotation returns a new secret, and both sign during the grace period', async () => {
    const { id, signing_secret: old } = await create();
    const rotated = await ada.post(`/webhook-endpoints/${id}/rotate-secret`, { grace_period_seconds: 60 });
    expect(rotated.status).toBe(200);
    const fresh = rotated.body.signing_secret;
    expect(fresh).not.toBe(old);
    await ada.post(`/webhook-endpoints/${id}/test`);
    const { headers, body } = receiver.received.at(-1)!;
    for (const secret of [fresh, old])
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
    const [first] = headers['webhook-signature']!.split(' ');
    expect(new Webhook(fresh).verify(body, { ...headers, 'webhook-signature': first! })).toBeDefined();
    await ada.post(`/webhook-endpoints/${id}/rotate-secret`, { grace_period_seconds: 0 });
    await ada.post(`/webhook-endpoints/${id}/test`);
    expect(receiver.received.at(-1)!.headers['webhook-signature']).not.toContain(' ');
    const tooLong = await ada.post(`/webhook-endpoints/${id}/rotate-secret`, { grace_period_seconds: 604_801 });
    expect(tooLong.status).toBe(422);
  });

  it('a test is sent signed, even to a disabled endpoint, and is in the audit log', async () => {
    const { id, signing_secret } = await create({ is_enabled: false });
    const tested = await ada.post(`/webhook-endpoints/${id}/test`);
    expect(tested.status).toBe(200);
    expect(tested.body).toEqual({
      success: true,
      http_status: 200,
      error_message: null,
      response_time_ms: expect.any(Number),
    });
    const { headers, body } = receiver.received.at(-1)!;
    expect(new Webhook(signing_secret).verify(body, headers)).toMatchObject({
      id: headers['webhook-id'],
      ...{ type: 'webhook.test', tenant_id: ada.tenantId, sequence: null, data: { endpoint_id: id } },
    });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-delivery-attempt': '1' });
    const audit = await ada.get('/audit-log?action=webhook_endpoint.tested&limit=1');
    expect(audit.body.data[0]).toMatchObject({ resource_id: id, metadata: { success: true, http_status: 200 } });
  });

  it('a failed test returns the reason, and nothing else', async () => {
    const result = async (url: string) => {
      const { id } = await create({ url });
      const { body } = await ada.post(`/webhook-endpoints/${id}/test`);
      await ada.delete(`/webhook-endpoints/${id}`);
      return { http_status: body.http_status, error: body.error_message, success: body.success };
    };
    receiver.react = responding(500);
    expect(await result(hook().url)).toEqual({ success: false, http_status: 500, error: 'non_2xx' });
    receiver.react = responding(302, { location: 'http://127.0.0.1:1/' });
    expect(await result(hook().url)).toEqual({ success: false, http_status: 302, error: 'redirect_not_followed' });
    receiver.react = (_, response) => response.destroy();
    expect(await result(hook().url)).toEqual({ success: false, http_status: null, error: 'connection_refused' });
    receiver.react = responding(200);
    const closed = { success: false, http_status: null, error: 'connection_refused' };
    expect(await result('http://127.0.0.1:9/')).toEqual(closed);
    const unencrypted = { success: false, http_status: null, error: 'tls_error' };
    expect(await result(hook().url.replace('http:', 'https:'))).toEqual(unencrypted);
  });
});
