import { createServer, type Server } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { listening, type LocalServer, startServer } from '@tandem/testing/outside/counting-server';
import { Egress } from './guarded-fetch.js';

let target: LocalServer;
let proxy: LocalServer;
let egress: Egress;
const tunnels: string[] = [];

/** A proxy that resolves every name to the target. */
function tunnelling(): Server {
  return createServer().on('connect', (request, client) => {
    tunnels.push(request.url!);
    if (request.url!.startsWith('denied')) return client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const upstream = connect(target.port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    upstream.on('error', () => undefined);
    client.on('error', () => undefined);
    client.pipe(upstream).pipe(client);
  });
}

const get = (url: string) => egress.send({ url, method: 'GET', totalTimeoutMs: 1000 });

beforeAll(async () => {
  target = await startServer((request, response) => {
    if (request.url === '/continue') response.writeContinue();
    response.end('through');
  });
  proxy = await listening(tunnelling(), 'http', '127.0.0.1', 0);
});
afterEach(() => egress.close());
afterAll(() => Promise.all([target.stop(), proxy.stop()]));

describe('with a proxy', () => {
  it('requests go through it, and it resolves names', async () => {
    egress = new Egress({ allowCidrs: [], proxyUrl: proxy.url, lookup: () => expect('no look-up').toBe('made') });
    expect(await get('http://hooks.example/a')).toMatchObject({ kind: 'response', status: 200, body: 'through' });
    expect(await (await egress.fetch('http://other.example:8080/b')).text()).toBe('through');
    expect(await egress.mayDial('https://hooks.example/a')).toBe('ok');
    expect(tunnels).toEqual(['hooks.example:80', 'other.example:8080']);
    expect(target.requests).toEqual(['hooks.example/a', 'other.example:8080/b']);
  });

  it('a server may send 100 Continue before its response', async () => {
    egress = new Egress({ allowCidrs: [], proxyUrl: proxy.url });
    expect(await get('http://hooks.example/continue')).toMatchObject({ kind: 'response', body: 'through' });
  });

  it('private addresses in URLs are still refused', async () => {
    egress = new Egress({ allowCidrs: [], proxyUrl: proxy.url });
    const before = proxy.connections;
    for (const url of [
      'http://127.1',
      'http://[::1]',
      'http://169.254.169.254',
      'http://localhost',
      'http://a.localhost.:80',
    ]) {
      expect(await get(url)).toMatchObject({ error: 'blocked_address' });
      expect(await egress.mayDial(url)).toBe('blocked_address');
      await expect(egress.fetch(url)).rejects.toThrow('fetch failed');
    }
    expect(proxy.connections).toBe(before);
  });

  it('that refuses a tunnel is connection_refused', async () => {
    egress = new Egress({ allowCidrs: [], proxyUrl: proxy.url });
    expect(await get('http://denied.example')).toMatchObject({ error: 'connection_refused' });
    expect(await get('https://denied.example')).toMatchObject({ error: 'connection_refused' });
  });

  it('that hangs up is connection_refused and is dialled only once', async () => {
    const rude = await listening(
      createTcpServer((socket) => void socket.once('data', () => socket.destroy())),
      'http',
      '127.0.0.1',
      0,
    );
    egress = new Egress({ allowCidrs: [], proxyUrl: rude.url });
    expect(await get('http://hooks.example')).toMatchObject({ error: 'connection_refused' });
    expect(rude.connections).toBe(1);
    await rude.stop();
    expect(await get('http://hooks.example')).toMatchObject({ error: 'connection_refused' });
  });

  it('that does not respond is a timeout', async () => {
    const silent = await listening(createTcpServer(), 'http', '127.0.0.1', 0);
    egress = new Egress({ allowCidrs: [], proxyUrl: silent.url });
    const outcome = await egress.send({ url: 'http://hooks.example', method: 'GET', connectTimeoutMs: 200 });
    expect(outcome).toMatchObject({ error: 'timeout' });
    await silent.stop();
  });
});
