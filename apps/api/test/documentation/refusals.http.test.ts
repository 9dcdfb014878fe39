import { describe, expect, it } from '@jest/globals';
import { tandem } from '@tandem/testing/tandem';
import { useWorld } from '@tandem/testing/world';
import { documented } from './documented.js';

const unknown = '0199a7f2-3c4d-7e5f-8a9b-0c1d2e3f4a5b';

describe('a refusal over HTTP', () => {
  const { ada, raw } = useWorld({ settings: { WEBHOOK_ALLOW_HTTP: 'false', OUTBOUND_ALLOW_CIDRS: '' } });

  const post = async (path: string, body: object) => (await ada.post(path, body)).body;

  it('for a forbidden webhook URL names the setting that allows it, as does the page of its code', async () => {
    const http = await post('/webhook-endpoints', { url: 'http://93.184.216.34/hook' });
    expect(http).toMatchObject({ code: 'url_not_allowed', detail: expect.stringContaining('WEBHOOK_ALLOW_HTTP=true') });
    const loopback = await post('/webhook-endpoints', { url: 'https://127.0.0.1/hook' });
    expect(loopback).toMatchObject({
      code: 'url_not_allowed',
      detail: expect.stringContaining('OUTBOUND_ALLOW_CIDRS, for example 127.0.0.1/32'),
    });
    const page = (await raw('get', '/problems/url_not_allowed')).text;
    for (const setting of ['WEBHOOK_ALLOW_HTTP', 'OUTBOUND_ALLOW_CIDRS']) expect(page).toContain(setting);
  });

  it('for a number without a country suggests the country of the tenant', async () => {
    const channels = [{ type: 'phone', value: '030 1234567' }];
    const { errors } = await post('/contacts', { display_name: 'Bo', channels });
    expect(errors[0].detail).toMatch(/such as \+49 30 1234567; .* default_country \(PATCH \/api\/v1\/tenant\)\.$/);
    await ada.patch('/tenant', { default_country: 'DE' });
    expect((await ada.post('/contacts', { display_name: 'Bo', channels })).status).toBe(201);
    const still = await post('/contacts', { display_name: 'Cy', channels: [{ type: 'phone', value: '12' }] });
    expect(still.detail).toContain('a number of DE, the default_country');
  });

  it('for an unknown record type in a path is a fault of that parameter, whose types are documented', async () => {
    const response = await ada.get(`/backlinks/Task/${unknown}`);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ code: 'invalid_parameter', title: 'Invalid parameter' });
    expect(response.body.errors).toEqual([
      { parameter: 'entity_type', code: 'unknown_entity_type', detail: expect.any(String) },
    ]);
    for (const type of tandem.linkable.keys()) expect(response.body.detail).toContain(type);
    const { parameters } = documented.paths['/api/v1/backlinks/{entity_type}/{entity_id}'].get;
    const [{ schema }] = parameters.filter(({ name }: { name: string }) => name === 'entity_type');
    const name = (schema.$ref as string).split('/').pop()!;
    expect(documented.components.schemas[name].enum).toEqual([...tandem.linkable.keys()]);
  });

  it('for a query value that cannot be parsed is a fault of the parameter too', async () => {
    const response = await ada.get('/contacts/find-by-channel?channel_type=email&channel_value=x');
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ code: 'invalid_parameter', errors: [{ parameter: 'channel_value' }] });
    expect(response.body.detail).toContain('an e-mail address such as ada@example.com');
  });

  it('for an unknown blueprint, provider or event type names the existing ones', async () => {
    const schedule = await post('/agent-schedules', { blueprint: 'digest', cron_expression: '@daily' });
    expect(schedule.errors[0].pointer).toBe('/blueprint');
    for (const body of [schedule, (await ada.get('/agents/digest')).body]) {
      expect(body.detail).toMatch(/echo, .*task-digest.*; GET \/api\/v1\/agents describes them\.$/);
    }
    const provider = (await ada.put('/integration-keys/opnai', { key: 'sk-1' })).body;
    expect(provider.detail).toMatch(/There is no provider opnai\. Providers are openai, anthropic, .*hubspot\./);
    const hook = await post('/webhook-endpoints', {
      url: 'https://93.184.216.34/hook',
      event_types: ['tasks.created'],
    });
    expect(hook.errors[0].detail).toMatch(
      /^There is no event type tasks\.created\. Families are .*task\.\*, .*GET \/api\/v1\/event-types/,
    );
  });

  it("for a key of a tenant instead of the operator's token says so", async () => {
    const response = await ada.get('/tenants');
    expect(response.status).toBe(401);
    expect(response.body.detail).toContain("operator's token (the setting OPERATOR_TOKEN)");
  });

  it('for the input of an agent uses the same texts', async () => {
    const { errors } = await post('/agents/echo/runs', { input: { text: 7, steps: 'many', titel: true } });
    for (const { detail } of errors)
      expect(detail).toMatch(/^\/input\/\w+ (must be|is no field; there are|is required)/);
  });
});
