import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import type { ForkedProcess } from '@tandem/testing/forked-process';
import { type Caller, useWorld } from '@tandem/testing/world';
import { serve, type Served } from '../apps/mcp-servers.js';
import { useProvider } from './provider-stand-in.js';

const key = 'canary-key-0123456789';
const token = 'canary-token-0123456789';

describe('the log of the API', () => {
  const { ada, bearer, asOwner, forkApi } = useWorld();
  const provider = useProvider();
  let server: Served;
  let talking: ForkedProcess;
  let there: Caller;

  beforeAll(async () => {
    server = await serve((_, response) => response.writeHead(500).end(`no ${token}`));
    talking = await forkApi({ LOG_LEVEL: 'trace' });
    there = bearer(ada.key, talking.address);
  });
  afterAll(() => server.stop());

  it('contains no key or token in case of success, refusal or unexpected failure', async () => {
    provider.response = { status: 401, body: { error: key } };
    await there.put('/integration-keys/openai', { key, base_url: provider.url });
    await there.put('/integration-keys/openai', { key: `${key} with a blank` });
    await there.post('/integration-keys/openai/verify');
    await there.put('/integration-keys/github', { key, base_url: 'http://127.0.0.1:9' });
    await there.post('/integration-keys/github/verify');
    await there.post('/apps', { slug: 'a', name: 'A', url: server.url, auth: { type: 'bearer', token } });
    await there.post('/apps', { slug: 'a', name: 'A', url: server.url, auth: { type: 'bearer', token } });
    await there.post('/apps/a/probe');
    expect(provider.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`]);
    expect(server.authorizations).toContain(`Bearer ${token}`);

    await asOwner(`update integration_keys set sealed_key = sealed_key || 'AA' where provider = 'openai'`);
    const broken = await there.post('/integration-keys/openai/verify');
    expect(broken.body).toEqual({ valid: false, last_verified_at: null, reason: 'provider_unreachable' });

    await eventually(() => expect(talking.said).toContain('unexpected failure'));
    await eventually(() => expect(talking.said.match(/"route":/g)).toHaveLength(9));
    expect(talking.said).not.toContain('canary');
    expect(talking.said).not.toContain(ada.key);
  });
});
