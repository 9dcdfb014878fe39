import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { testEnvironment } from '@tandem/testing/test-settings';
import { serve, type Served } from './mcp-servers.js';
import { type ProviderStandIn, startProvider } from './provider-stand-in.js';
import { type Caller, openWorld, type World } from './world.js';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const key = 'canary-key-0123456789';
const token = 'canary-token-0123456789';

/** The API as it is deployed, with everything it says. */
async function startTalking(databaseUrl: string) {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...testEnvironment(databaseUrl, { LOG_LEVEL: 'trace', PORT: '0' }) };
  const child = fork(main, [], { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const talking = { said: '', address: '', stop: async () => void (child.kill(), await once(child, 'exit')) };
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (talking.said += text));
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  return Object.assign(talking, { address });
}

describe('what the API says of its work', () => {
  let world: World;
  let ada: Caller;
  let provider: ProviderStandIn;
  let server: Served;
  let talking: Awaited<ReturnType<typeof startTalking>>;

  beforeAll(async () => {
    world = await openWorld();
    ada = await world.tenant();
    provider = await startProvider();
    server = await serve((_, response) => response.writeHead(500).end(`no ${token}`));
    talking = await startTalking(world.databaseUrl);
  });
  afterAll(async () => {
    await talking.stop();
    await Promise.all([provider.stop(), server.stop()]);
    await world.close();
  });

  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`${talking.address}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${ada.key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  it('holds no key and no token, whether it works, is refused or fails unexpectedly', async () => {
    provider.answer = { status: 401, body: { error: key } };
    await ask('PUT', '/integration-keys/openai', { key, base_url: provider.url });
    await ask('PUT', '/integration-keys/openai', { key: `${key} with a blank` });
    await ask('POST', '/integration-keys/openai/verify');
    await ask('PUT', '/integration-keys/github', { key, base_url: 'http://127.0.0.1:9' });
    await ask('POST', '/integration-keys/github/verify');
    await ask('POST', '/apps', { slug: 'a', name: 'A', url: server.url, auth: { type: 'bearer', token } });
    await ask('POST', '/apps', { slug: 'a', name: 'A', url: server.url, auth: { type: 'bearer', token } });
    await ask('POST', '/apps/a/probe');
    expect(provider.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`]);
    expect(server.authorizations).toContain(`Bearer ${token}`);

    await asOwner(
      world.databaseUrl,
      `update integration_keys set sealed_key = sealed_key || 'AA' where provider = 'openai'`,
    );
    const broken = await ask('POST', '/integration-keys/openai/verify');
    expect(await broken.json()).toEqual({ valid: false, last_verified_at: null, reason: 'provider_unreachable' });

    await eventually(() => expect(talking.said).toContain('unexpected failure'));
    await eventually(() => expect(talking.said.match(/"route":/g)).toHaveLength(9));
    expect(talking.said).not.toContain('canary');
    expect(talking.said).not.toContain(ada.key);
  });
});
