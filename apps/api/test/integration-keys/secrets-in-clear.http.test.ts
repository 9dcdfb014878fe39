import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hangUp, listen } from '@tandem/testing/local-server';
import { useWorld } from '@tandem/testing/world';
import { type Served, serveTools } from '../apps/mcp-servers.js';

const auth = { type: 'bearer', token: 'a-token' };
const key = 'sk-0123456789-wxyz';
const [secure, clear] = ['https://mcp.example.com/mcp', 'http://mcp.example.com/mcp'];

interface ProviderResponse {
  status: number;
  body: { errors: unknown };
}

describe('if the operator does not allow http', () => {
  const { ada } = useWorld({ settings: { WEBHOOK_ALLOW_HTTP: 'false' } });
  let server: Served;

  beforeAll(async () => {
    server = await serveTools({ search: 'Searches' });
  });
  afterAll(async () => {
    await server.stop();
  });

  const expectRefusal = ({ status, body }: ProviderResponse, pointer: string) => {
    expect({ status, ...body }).toMatchObject({ status: 422, code: 'url_not_allowed' });
    expect(body.errors).toEqual([{ pointer, code: 'url_not_allowed', detail: expect.any(String) }]);
    expect(JSON.stringify(body)).toMatch(/must begin with https:\/\/.*WEBHOOK_ALLOW_HTTP=true/);
  };
  const create = (slug: string, fields: object) => ada.post('/apps', { slug, name: slug, ...fields });

  it('an app over http accepts no token, at creation or later, and stays unchanged', async () => {
    expectRefusal(await create('clear', { url: clear, auth }), '/url');
    expect((await ada.get('/apps/clear')).status).toBe(404);
    expect((await create('open', { url: clear })).status).toBe(201);
    expectRefusal(await ada.patch('/apps/open', { auth }), '/url');
    expectRefusal(await ada.patch('/apps/open', { url: 'http://other.example.com', auth }), '/url');
    expect((await ada.get('/apps/open')).body).toMatchObject({ url: clear, auth: { has_token: false } });
  });

  it('an app with a token stays on https; without the token it may change to http', async () => {
    expect((await create('secure', { url: secure, auth })).status).toBe(201);
    expectRefusal(await ada.patch('/apps/secure', { url: clear, auth }), '/url');
    const left = await ada.patch('/apps/secure', { url: clear });
    expect(left.body).toMatchObject({ url: clear, auth: { has_token: false } });
  });

  it('a key is sent to no provider over http, at creation or later', async () => {
    const base_url = 'http://models.example.com/v1';
    expectRefusal(await ada.put('/integration-keys/openai-compatible', { key, base_url }), '/base_url');
    expect((await ada.get('/integration-keys/openai-compatible')).status).toBe(404);
    await ada.put('/integration-keys/openai', { key });
    expectRefusal(await ada.put('/integration-keys/openai', { key, base_url }), '/base_url');
    expect((await ada.get('/integration-keys/openai')).body).toMatchObject({ base_url: null, key_hint: '…wxyz' });
  });

  it('a server on this machine gets its token over http', async () => {
    expect((await create('local', { url: server.url, auth })).status).toBe(201);
    expect((await ada.post('/apps/local/probe')).body).toMatchObject({ reachable: true });
    for (const base_url of ['http://localhost:11434/v1', 'http://[::1]:11434/v1'])
      expect((await ada.put('/integration-keys/openai-compatible', { key, base_url })).status).toBeLessThan(300);
  });

  it.each(['http://127.0.0.1.example.com', 'http://localhost.example.com', 'http://notlocalhost', 'http://10.0.0.1'])(
    '%s is not a server on this machine',
    async (url) => expectRefusal(await create('elsewhere', { url, auth }), '/url'),
  );
});

describe('behind a proxy', () => {
  const proxy = createServer().on('connection', (socket) => (calls++, socket.destroy()));
  let calls = 0;
  let address: string;

  beforeAll(async () => void (address = await listen(proxy)));
  const { ada, asOwner } = useWorld({ settings: () => ({ WEBHOOK_ALLOW_HTTP: 'false', OUTBOUND_PROXY_URL: address }) });
  afterAll(() => hangUp(proxy));

  it('this machine is treated like any other', async () => {
    const response = await ada.post('/apps', { slug: 'local', name: 'Local', url: 'http://127.0.0.1:9', auth });
    expect(response.body.code).toBe('url_not_allowed');
  });

  it('a secret stored when http was allowed is no longer sent', async () => {
    await ada.post('/apps', { slug: 'former', name: 'Former', url: secure, auth });
    await ada.put('/integration-keys/groq', { key });
    await ada.post('/integration-keys/groq/verify');
    expect(calls).toBe(1); // The proxy is used over https.
    await asOwner(`update apps set url = '${clear}'`);
    await asOwner(`update integration_keys set base_url = '${clear}', address = '${clear}'`);
    expect((await ada.post('/apps/former/probe')).body).toMatchObject({ reachable: false, reason: 'blocked_address' });
    expect((await ada.post('/integration-keys/groq/verify')).body).toMatchObject({ reason: 'provider_unreachable' });
    expect(calls).toBe(1);
  });
});

describe('if the operator allows http', () => {
  const { ada } = useWorld({ settings: { WEBHOOK_ALLOW_HTTP: 'true' } });

  it('secrets are sent over it', async () => {
    const app = await ada.post('/apps', { slug: 'clear', name: 'Clear', url: clear, auth });
    const url = 'http://models.example.com';
    const provider = await ada.put('/integration-keys/openai-compatible', { key, base_url: url });
    expect([app.status, provider.status]).toEqual([201, 201]);
  });
});
