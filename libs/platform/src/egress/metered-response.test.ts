import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { responses, loopback, type LocalServer, startServer } from '@tandem/testing/outside/counting-server';
import { failureOf } from './egress-failure.js';
import { Egress } from './guarded-fetch.js';

const egress = new Egress({ allowCidrs: loopback });
let server: LocalServer;

beforeAll(async () => {
  server = await startServer((request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { location: '/landed' }).end();
    if (request.url === '/bomb')
      return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(6e6)));
    if (request.url === '/endless') return void sendEndlessly();
    if (request.url === '/odd') return response.writeHead(999).end();
    if (request.url === '/hang') return undefined;
    const { method, headers } = request;
    request.setEncoding('utf8').on('data', (body: string) => response.write(JSON.stringify({ method, headers, body })));
    return request.on('end', () => response.end());

    function sendEndlessly() {
      if (!request.socket.destroyed) response.write(Buffer.alloc(65_536), () => setImmediate(sendEndlessly));
    }
  });
});
afterAll(async () => {
  await egress.close();
  await server.stop();
});

describe('the guarded fetch', () => {
  it('returns the platform’s own Response', async () => {
    const response = await egress.fetch(new URL(server.url), {
      method: 'POST',
      body: 'hi',
      headers: new Headers({ a: 'b' }),
    });
    expect(response).toBeInstanceOf(Response);
    expect(response.url).toBe(`${server.url}/`);
    expect(await response.json()).toMatchObject({
      method: 'POST',
      body: 'hi',
      headers: { a: 'b', 'accept-encoding': 'identity' },
    });
  });

  it('accepts a Request', async () => {
    const request = new Request(server.url, { method: 'PUT', body: 'hi', headers: { c: 'd' } });
    expect(await (await egress.fetch(request)).json()).toMatchObject({
      method: 'PUT',
      body: 'hi',
      headers: { c: 'd' },
    });
  });

  it('follows no redirect, even if requested', async () => {
    const response = await egress.fetch(`${server.url}/moved`, { redirect: 'follow' });
    expect(response.status).toBe(302);
    expect(server.requests.some((url) => url.endsWith('/landed'))).toBe(false);
  });

  it('fails a body above 4 MiB, compressed or not', async () => {
    for (const path of ['/endless', '/bomb']) {
      const response = await egress.fetch(server.url + path);
      expect(failureOf(await response.arrayBuffer().catch((error: unknown) => error))).toBe('invalid_response');
    }
  });

  it('throws errors that failureOf can name', async () => {
    const stopped = await startServer(() => undefined);
    await stopped.stop();
    const named = async (path: string, init?: RequestInit, from = egress) =>
      failureOf(await from.fetch(path, init).catch((error: unknown) => error));
    expect(await named('http://10.0.0.1')).toBe('blocked_address');
    expect(await named(`${server.url}/odd`)).toBe('invalid_response');
    expect(await named(`${server.url}/hang`, { signal: AbortSignal.timeout(50) })).toBe('timeout');
    expect(await named(`${server.url}/hang`, { signal: AbortSignal.abort() })).toBe('aborted');
    expect(await named(stopped.url)).toBe('connection_refused');
    const private_ = new Egress({ allowCidrs: [], lookup: responses(['10.0.0.1'], new Error('gone')) });
    expect(await named('http://rebind.example', {}, private_)).toBe('blocked_address');
    expect(await named('http://rebind.example', {}, private_)).toBe('dns_failure');
  });
});
