import { describe, expect, it } from '@jest/globals';
import { busyMachineMillis } from '@tandem/testing/eventually';
import { freePort } from '@tandem/testing/local-server';
import { useWorld } from '@tandem/testing/world';
import { type StandInResponse, useProvider } from './provider-stand-in.js';

const key = 'sk-0123456789-wxyz';
const nothing = { valid: false, last_verified_at: null };

describe('verifying an integration key', () => {
  const { ada, asOwner } = useWorld();
  const provider = useProvider();
  const verify = (of: string, caller = ada) => caller.post(`/integration-keys/${of}/verify`);
  const store = (of: string) => ada.put(`/integration-keys/${of}`, { key, base_url: provider.url });

  it.each<[string, string, object]>([
    ['openai', 'GET /models', { authorization: `Bearer ${key}` }],
    ['anthropic', 'GET /models?limit=1', { 'x-api-key': key, 'anthropic-version': '2023-06-01' }],
    ['openrouter', 'GET /key', { authorization: `Bearer ${key}` }],
    ['google-ai', 'GET /models?pageSize=1', { 'x-goog-api-key': key }],
    ['mistral', 'GET /models', { authorization: `Bearer ${key}` }],
    ['groq', 'GET /models', { authorization: `Bearer ${key}` }],
    ['openai-compatible', 'GET /models', { authorization: `Bearer ${key}` }],
    ['github', 'GET /user', { authorization: `Bearer ${key}`, 'user-agent': 'Tandem' }],
    ['gitlab', 'GET /user', { authorization: `Bearer ${key}` }],
    ['slack', 'POST /auth.test', { authorization: `Bearer ${key}` }],
    ['linear', 'POST /graphql', { authorization: key, 'content-type': 'application/json' }],
    ['notion', 'GET /users/me', { authorization: `Bearer ${key}`, 'notion-version': '2022-06-28' }],
    ['stripe', 'GET /balance', { authorization: `Bearer ${key}` }],
    ['resend', 'GET /domains', { authorization: `Bearer ${key}` }],
    ['sendgrid', 'GET /scopes', { authorization: `Bearer ${key}` }],
    ['hubspot', 'GET /account-info/v3/details', { authorization: `Bearer ${key}` }],
  ])('calls %s with %s', async (of, call, headers) => {
    await store(of);
    const response = await verify(of);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ valid: true, last_verified_at: expect.any(String), reason: null });
    expect(provider.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([call]);
    expect(provider.seen[0]!.headers).toMatchObject(headers);
    expect((await ada.get(`/integration-keys/${of}`)).body.last_verified_at).toBe(response.body.last_verified_at);
  });

  it.each<[string, StandInResponse, string | null]>([
    ['openai', { status: 401 }, 'auth_failed'],
    ['openai', { status: 403 }, 'insufficient_scope'],
    ['openai', { status: 429 }, 'rate_limited'],
    ['openai', { status: 400 }, 'provider_unreachable'],
    ['openai', { status: 404 }, 'provider_unreachable'],
    ['openai', { status: 500 }, 'provider_unreachable'],
    ['openai', { status: 503 }, 'provider_unreachable'],
    ['openai', { status: 302, headers: { location: 'https://example.com' } }, 'provider_unreachable'],
    ['openai', { body: '<html>Sign in</html>' }, 'provider_unreachable'],
    ['openai', { body: `{"data":["${'x'.repeat(200_000)}"]}` }, null],
    ['google-ai', { status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } }, 'auth_failed'],
    ['github', { status: 403, headers: { 'x-ratelimit-remaining': '0' } }, 'rate_limited'],
    ['github', { status: 403 }, 'insufficient_scope'],
    ['slack', { body: { ok: true } }, null],
    ['slack', { body: { ok: false, error: 'invalid_auth' } }, 'auth_failed'],
    ['slack', { body: { ok: false, error: 'token_revoked' } }, 'auth_failed'],
    ['slack', { body: { ok: false, error: 'missing_scope' } }, 'insufficient_scope'],
    ['slack', { body: { ok: false, error: 'ratelimited' } }, 'rate_limited'],
    ['slack', { body: { ok: false, error: 'fatal_error' } }, 'provider_unreachable'],
    ['linear', { body: { errors: [{ extensions: { code: 'AUTHENTICATION_ERROR' } }] } }, 'auth_failed'],
    ['linear', { status: 400, body: { errors: [{ extensions: { code: 'RATELIMITED' } }] } }, 'rate_limited'],
    ['linear', { status: 401 }, 'auth_failed'],
    ['resend', { status: 401, body: { name: 'restricted_api_key' } }, 'insufficient_scope'],
    ['resend', { status: 401, body: { name: 'missing_api_key' } }, 'auth_failed'],
    ['resend', { status: 403, body: { name: 'invalid_api_key' } }, 'auth_failed'],
    ['resend', { status: 400, body: { name: 'validation_error' } }, 'auth_failed'],
  ])('of %s with the response %j reports %s', async (of, given, reason) => {
    await store(of);
    provider.response = given;
    const response = await verify(of);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ valid: reason === null, reason });
  });

  it('reports a missing server or a forbidden address as unreachable', async () => {
    await ada.put('/integration-keys/openai', { key, base_url: `http://127.0.0.1:${await freePort()}` });
    expect((await verify('openai')).body).toEqual({ ...nothing, reason: 'provider_unreachable' });
    await ada.put('/integration-keys/openai', { key, base_url: 'http://169.254.169.254/latest' });
    expect((await verify('openai')).body).toEqual({ ...nothing, reason: 'provider_unreachable' });
  });

  it('reports a server that does not respond as a timeout within ten seconds', async () => {
    await store('openai');
    provider.response = { hangs: true };
    const started = Date.now();
    const response = await verify('openai');
    expect(Date.now() - started).toBeLessThan(10_000 + busyMachineMillis);
    expect(response.body).toEqual({ ...nothing, reason: 'timeout' });
  });

  it('stores a verdict with its time, and keeps the last one without a new verdict', async () => {
    await store('github');
    provider.response = { status: 401 };
    const failed = await verify('github');
    expect(failed.body).toEqual({ valid: false, last_verified_at: expect.any(String), reason: 'auth_failed' });
    provider.response = { status: 500 };
    const last_verified_at = failed.body.last_verified_at as string;
    expect((await verify('github')).body).toEqual({ valid: false, last_verified_at, reason: 'provider_unreachable' });
    expect((await ada.get('/integration-keys/github')).body.last_verified_at).toBe(last_verified_at);
  });

  it('records success and failure as events', async () => {
    await store('stripe');
    await verify('stripe');
    provider.response = { status: 401 };
    await verify('stripe');
    const rows = await asOwner<{ type: string }>(
      `select type from events where tenant_id = $1 and resource_type = 'integration_key' order by id desc limit 2`,
      [ada.tenantId],
    );
    expect(rows.map(({ type }) => type)).toEqual(['integration_key.verification_failed', 'integration_key.verified']);
  });
});
