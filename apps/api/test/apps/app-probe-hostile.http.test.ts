import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { probeFaults } from '@tandem/domain/apps/probe-result';
import { useWorld } from '@tandem/testing/world';
import { type Respond, initialized, serve, type Served, serveResults } from './mcp-servers.js';
import { connect } from './probing.js';

const stream = { 'content-type': 'text/event-stream' };
const json = { 'content-type': 'application/json' };
const result = (text: string) => `{"jsonrpc":"2.0","id":0,"result":${text}}`;
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const always =
  (headers: Record<string, string>, body: string | Buffer): Respond =>
  (_, response) =>
    response.writeHead(200, headers).end(body);
/** Sends a long greeting as a stream. */
const greeting =
  (instructions: string): Respond =>
  (_, response, body) => {
    const { id = null } = JSON.parse(body || '{}') as { id?: number };
    const message = { jsonrpc: '2.0', id, result: { ...initialized.result, instructions } };
    response.writeHead(200, stream).end(`data: ${JSON.stringify(message)}\n\n`);
  };
/** A list of tools with this text in one description of an input. */
const listing = (inputSchema: unknown) =>
  serveResults((method) => {
    if (method === 'initialize') return initialized;
    return method === 'tools/list' ? { result: { tools: [{ name: 'a', inputSchema }] } } : undefined;
  });
const numbers = (count: number) => ({ type: 'object', enum: Array.from({ length: count }, () => 0) });

/** Well above the delay of an idle process on a busy machine, well below what such responses would cost if parsed. */
const maxBlockMillis = 2000;

describe('a hostile server', () => {
  const { ada, other: bob } = useWorld();

  const probed = async (serving: Promise<Served>) => {
    const server = await serving;
    try {
      const { status, body } = await ada.post(`/apps/${await connect(ada, server.url)}/probe`);
      expect(status).toBe(200);
      return body as { reason: string | null; tools_discovered: number };
    } finally {
      await server.stop();
    }
  };

  const floods: [string, string, Respond][] = [
    ['200,000 messages', 'invalid_response', always(stream, 'data: {}\n\n'.repeat(200_000))],
    ['200,000 empty lines', 'invalid_response', always(stream, '\r'.repeat(200_000))],
    ['messages of 2 MB', 'invalid_response', greeting('x'.repeat(2e6))],
    ['a list of a million numbers', 'not_mcp', always(json, result(`[${'0,'.repeat(1e6 - 1)}0]`))],
    ['a million lists', 'not_mcp', always(json, result(`[${'[],'.repeat(6e5)}[]]`))],
    ['lists nested 500,000 deep', 'not_mcp', always(json, result(nested(5e5)))],
    [
      '100 MB packed into 100 KB',
      'invalid_response',
      always({ ...json, 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(1e8))),
    ],
    [
      'a thousand headers',
      'invalid_response',
      (_, response) =>
        response
          .writeHead(
            200,
            Array.from({ length: 2000 }, (__, i) => `x-${i}: ${i}`).flatMap((line) => line.split(': ')),
          )
          .end(),
    ],
  ];
  it.each(floods)('with %s is reported as %s, and blocks nobody', async (_, reason, respond) => {
    const delays = monitorEventLoopDelay({ resolution: 10 });
    delays.enable();
    const { reason: reported } = await probed(serve(respond));
    delays.disable();
    expect(probeFaults).toContain(reported);
    expect(reported).toBe(reason);
    expect(delays.max / 1e6).toBeLessThan(maxBlockMillis);
  });

  it('may list 90,000 values, but not 110,000', async () => {
    expect(await probed(listing(numbers(90_000)))).toMatchObject({ reason: null, tools_discovered: 1 });
    expect(await probed(listing(numbers(110_000)))).toMatchObject({ reason: 'too_many_tools', tools_discovered: 0 });
  });

  it('that sends slowly occupies two probes of its tenant: a third is refused, another tenant is served', async () => {
    const dribbling = await serve((request, response) => {
      response.writeHead(200, stream).write('data: {');
      const timer = setInterval(() => response.write(' '), 50);
      request.socket.once('close', () => clearInterval(timer));
    });
    const closed = await serve(() => undefined);
    await closed.stop();
    const slug = await connect(ada, dribbling.url);
    const reported: string[] = [];
    const probe = async () => {
      const response = await ada.post(`/apps/${slug}/probe`);
      reported.push(response.body.code ?? response.body.reason);
      return response;
    };
    const probes = [probe(), probe(), probe()];
    const { status, headers } = await Promise.race(probes);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const other = await bob.post(`/apps/${await connect(bob, closed.url)}/probe`);
    reported.push(other.body.reason);
    await Promise.all(probes);
    expect(reported).toEqual(['too_many_probes', 'connection_refused', 'timeout', 'timeout']);
    await dribbling.stop();
  });
});
