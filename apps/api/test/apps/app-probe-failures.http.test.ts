import { describe, expect, it } from '@jest/globals';
import { startTlsServer } from '@tandem/testing/outside/counting-server';
import { useWorld } from '@tandem/testing/world';
import { initialized, serve, type Served, serveResults } from './mcp-servers.js';
import { connect, probe } from './probing.js';

const tools = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ name: `tool-${from + i}`, inputSchema: { type: 'object' } }));

describe('the reason of a failed probe', () => {
  const { ada } = useWorld();

  const reasonOf = async (serving: Promise<Served>) => {
    const server = await serving;
    try {
      return (await probe(ada, await connect(ada, server.url))).reason;
    } finally {
      await server.stop();
    }
  };

  it.each([
    [401, 'auth_failed'],
    [403, 'forbidden'],
    [404, 'not_mcp'],
    [405, 'not_mcp'],
    [500, 'server_error'],
    [503, 'server_error'],
  ])('for status %d is %s', async (status, reason) => {
    expect(await reasonOf(serve((_, response) => response.writeHead(status).end('{}')))).toBe(reason);
  });

  it.each<[string, string, Parameters<typeof serve>[0]]>([
    ['a page for people', 'not_mcp', (_, response) => response.setHeader('content-type', 'text/html').end('<html>')],
    ['no JSON', 'not_mcp', (_, response) => response.setHeader('content-type', 'application/json').end('{"a":')],
    ['other JSON', 'not_mcp', (_, response) => response.setHeader('content-type', 'application/json').end('{"a":1}')],
    [
      'a redirect elsewhere',
      'not_mcp',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    ],
    ['silence', 'timeout', () => undefined],
    [
      'a stream without an end',
      'timeout',
      (_, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hi\n\n'),
    ],
    ['a hang-up', 'invalid_response', (_, response) => response.destroy()],
  ])('for %s is %s', async (_, reason, respond) => {
    expect(await reasonOf(serve(respond))).toBe(reason);
  });

  const listing = (list: (cursor: string | undefined) => unknown) =>
    serveResults((method, { cursor }) => {
      if (method === 'initialize') return initialized;
      return method === 'tools/list' ? list(cursor as string | undefined) : undefined;
    });

  it.each<[string, string | null, (cursor: string | undefined) => unknown]>([
    ['1,000 tools', null, () => ({ result: { tools: tools(1000) } })],
    ['10,000 tools', 'too_many_tools', () => ({ result: { tools: tools(10_000) } })],
    [
      'pages without end',
      'too_many_tools',
      (cursor) => ({ result: { tools: [], nextCursor: `${Number(cursor ?? 0) + 1}` } }),
    ],
    [
      '64 pages',
      null,
      (cursor = '1') => ({
        result: { tools: tools(1, +cursor), ...(+cursor < 64 && { nextCursor: `${+cursor + 1}` }) },
      }),
    ],
    [
      'the same cursor again',
      'invalid_response',
      (cursor) => ({ result: { tools: tools(1, cursor ? 1 : 0), nextCursor: 'again' } }),
    ],
    ['one tool twice', 'invalid_response', () => ({ result: { tools: [...tools(1), ...tools(1)] } })],
    ['a tool without a name', 'invalid_response', () => ({ result: { tools: [{ inputSchema: { type: 'object' } }] } })],
    ['no list', 'invalid_response', () => ({ result: { tools: 'none' } })],
    [
      'more than 2 MiB',
      'invalid_response',
      () => ({ result: { tools: [{ ...tools(1)[0], description: 'x'.repeat(3e6) }] } }),
    ],
    ['an error', 'server_error', () => ({ error: { code: -32_000, message: 'no' } })],
    [
      'text the database cannot hold',
      null,
      () => ({ result: { tools: [{ ...tools(1)[0], description: 'a\0b\uD800' }] } }),
    ],
  ])('for %s: %s', async (_, reason, list) => {
    expect(await reasonOf(listing(list))).toBe(reason);
  });

  it('for an unsupported protocol version is unsupported_version', async () => {
    const from = { ...initialized.result, protocolVersion: '1999-01-01' };
    expect(await reasonOf(serveResults((method) => (method === 'initialize' ? { result: from } : undefined)))).toBe(
      'unsupported_version',
    );
  });

  it('is null for a server without tools, which has none', async () => {
    const bare = { result: { ...initialized.result, capabilities: {} } };
    expect(await reasonOf(serveResults((method) => (method === 'initialize' ? bare : undefined)))).toBeNull();
  });

  it('differs for an untrusted certificate, a private address and an unresolvable name', async () => {
    const tls = await startTlsServer((_, response) => response.end());
    expect((await probe(ada, await connect(ada, tls.url))).reason).toBe('tls_error');
    await tls.stop();
    expect((await probe(ada, await connect(ada, 'http://169.254.169.254/mcp'))).reason).toBe('blocked_address');
    expect((await probe(ada, await connect(ada, 'http://nowhere.invalid/mcp'))).reason).toBe('dns_failure');
  });
});
