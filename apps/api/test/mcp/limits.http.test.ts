import { describe, expect, it } from '@jest/globals';
import { useWorlds } from '@tandem/testing/world';
import { call, connect } from './connecting.js';

describe('limits over MCP', () => {
  const openWorld = useWorlds();

  it('a call above the limit tells the model to wait, and counts like a request', async () => {
    const world = await openWorld({ settings: { RATE_LIMIT_TENANT_PER_MINUTE: '8' } });
    const ada = await world.tenant();
    const client = await connect(world, await world.withKey(ada, {}));
    const responses = await Promise.all(Array.from({ length: 12 }, () => call(client, 'get_me')));
    const refused = responses.filter(({ isError }) => isError);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]!.value).toMatchObject({ code: 'rate_limited', retry_after_seconds: expect.any(Number) });
    await expect(client.listTools()).rejects.toThrow();
    await client.close();
  });

  it('there is no endpoint if MCP is switched off', async () => {
    const world = await openWorld({ settings: { MCP_ENABLED: 'false' } });
    const { status } = await world.raw('post', '/mcp').send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(status).toBe(404);
  });
});
