import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  responses,
  loopback,
  type LocalServer,
  startServer,
  startTlsServer,
} from '@tandem/testing/outside/counting-server';
import type { Lookup } from './dialer.js';
import { Egress, type EgressOptions } from './guarded-fetch.js';

let server: LocalServer;
let open: Egress[] = [];

const through = (options: Partial<EgressOptions>) => {
  const egress = new Egress({ allowCidrs: [], ...options });
  open.push(egress);
  return egress;
};
const get = (egress: Egress, url: string) =>
  egress.send({ url, method: 'GET', connectTimeoutMs: 400, totalTimeoutMs: 800 });

beforeAll(async () => {
  server = await startServer((_, response) => response.end('hello'));
});
afterEach(async () => {
  await Promise.all(open.map((egress) => egress.close()));
  open = [];
});
afterAll(() => server.stop());

describe('a name that changes its address', () => {
  // 240.0.0.0/4 is unreachable everywhere, which makes it a safe stand-in for public addresses.
  const allowCidrs = ['240.0.0.0/4'];

  it('is refused if private at the time of the call, although it was public when checked', async () => {
    const lookup = responses(['240.0.0.1'], ['127.0.0.1']);
    const egress = through({ allowCidrs, lookup });
    const url = `http://rebind.example:${server.port}`;
    expect(await egress.mayDial(url)).toBe('ok');
    expect(await get(egress, url)).toMatchObject({ error: 'blocked_address' });
    expect(server.connections).toBe(0);
  });

  it('is resolved once for each connection, and the checked address is dialled', async () => {
    const lookup = responses(['240.0.0.1'], ['127.0.0.1']);
    const outcome = await get(through({ allowCidrs, lookup }), `http://rebind.example:${server.port}`);
    expect(outcome).toMatchObject({ kind: 'failure', error: expect.stringMatching(/timeout|connection_refused/) });
    expect(lookup.requested).toEqual(['rebind.example']);
    expect(server.connections).toBe(0);
  });

  it('is refused every time in 500 changes', async () => {
    const changes = Array.from({ length: 500 }, (_, round) => [round % 2 ? '127.0.0.1' : '192.168.0.1']);
    const egress = through({ lookup: responses(...changes) });
    const sent = await Promise.all(changes.map(() => get(egress, `http://rebind.example:${server.port}`)));
    expect(sent.every((outcome) => outcome.kind === 'failure' && outcome.error === 'blocked_address')).toBe(true);
    expect(server.connections).toBe(0);
  });

  it.each([
    [['240.0.0.1', '127.0.0.1']],
    [['127.0.0.1', '240.0.0.1']],
    [['240.0.0.1', '::ffff:127.0.0.1']],
    [['240.0.0.1', '']],
  ])('is refused with one bad address among %j', async (addresses) => {
    const egress = through({ allowCidrs, lookup: responses(addresses) });
    const outcome = await get(egress, `http://mixed.example:${server.port}`);
    expect(outcome).toMatchObject({ error: 'blocked_address' });
    expect(server.connections).toBe(0);
  });
});

describe('a name', () => {
  it('is dialled at the address it resolves to, and keeps its name in the request', async () => {
    const lookup = responses(['127.0.0.1']);
    const egress = through({ allowCidrs: loopback, lookup });
    const outcome = await get(egress, `http://hooks.example:${server.port}/path?query`);
    expect(outcome).toMatchObject({ kind: 'response', status: 200, body: 'hello' });
    expect(server.requests.at(-1)).toBe(`hooks.example:${server.port}/path?query`);
    expect(lookup.requested).toEqual(['hooks.example']);
  });

  it('falls back to its next address if the first is unreachable', async () => {
    const egress = through({ allowCidrs: loopback, lookup: responses(['::1', '127.0.0.1']) });
    expect(await get(egress, `http://dual.example:${server.port}`)).toMatchObject({ kind: 'response', status: 200 });
  });

  it('does not share a connection with another name at the same address', async () => {
    const before = server.connections;
    const egress = through({ allowCidrs: loopback, lookup: responses(['127.0.0.1']) });
    for (const name of ['a', 'b', 'a', 'b']) await get(egress, `http://${name}.example:${server.port}`);
    expect(server.connections - before).toBe(2);
  });

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ETIMEOUT'])('that fails to resolve with %s is a dns_failure', async (code) => {
    const lookup = responses(Object.assign(new Error(`getaddrinfo ${code}`), { code }));
    expect(await get(through({ lookup }), 'http://nowhere.example')).toMatchObject({ error: 'dns_failure' });
  });

  it('without any address is a dns_failure', async () => {
    expect(await get(through({ lookup: responses([]) }), 'http://empty.example')).toMatchObject({
      error: 'dns_failure',
    });
  });

  it('whose look-up does not end is a timeout', async () => {
    const outcome = await get(through({ lookup: () => undefined }), 'http://silent.example');
    expect(outcome).toMatchObject({ error: 'timeout' });
    expect(outcome.durationMs).toBeLessThan(10_000);
  });

  it('that resolves after the timeout is sent nothing', async () => {
    const before = { connections: server.connections, requests: server.requests.length };
    const immediate = responses(['127.0.0.1']);
    const lookup: Lookup = (...question) => setTimeout(() => immediate(...question), 200);
    const url = `http://late.example:${server.port}`;
    const egress = through({ allowCidrs: loopback, lookup });
    expect(await egress.send({ url, method: 'POST', connectTimeoutMs: 50 })).toMatchObject({ error: 'timeout' });
    while (server.connections === before.connections) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await egress.send({ url, method: 'GET' })).toMatchObject({ kind: 'response', status: 200 });
    expect(server.requests.length - before.requests).toBe(1);
  });
});

describe('TLS', () => {
  let tls: LocalServer;
  beforeAll(async () => {
    tls = await startTlsServer((_, response) => response.end('secret'));
  });
  afterAll(() => tls.stop());

  it('with a self-signed certificate is a tls_error and sends nothing', async () => {
    const egress = through({ allowCidrs: loopback });
    expect(await get(egress, tls.url)).toMatchObject({ error: 'tls_error' });
    expect(await get(egress, `https://localhost:${tls.port}`)).toMatchObject({ error: 'tls_error' });
    expect(tls.requests).toEqual([]);
  });

  it('towards a server that speaks plain HTTP is a tls_error', async () => {
    const url = server.url.replace('http:', 'https:');
    expect(await get(through({ allowCidrs: loopback }), url)).toMatchObject({ error: 'tls_error' });
  });
});
