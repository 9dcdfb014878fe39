import { describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { eventually } from '@tandem/testing/eventually';
import { type Caller, useWorlds, type World } from '@tandem/testing/world';
import { exchange } from './raw-request.js';

const paths = [
  '/livez',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/problems/not_found',
  '/nowhere',
  '/api/v1/nowhere',
  '/api/v1/%zz',
];
const metricsToken = 'token-of-the-metrics-of-the-tests';

describe('public responses', () => {
  const openWorld = useWorlds();
  let world: World;
  const open = async (settings: Record<string, string> = {}): Promise<Caller> => {
    world = await openWorld({ settings });
    return world.tenant();
  };
  const from = (address: string, path: string) => world.raw('get', path).set('x-forwarded-for', address);
  const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status);

  it('are limited by address, an IPv6 address by its /64, and state how long to wait', async () => {
    const ada = await open({ RATE_LIMIT_PUBLIC_PER_SECOND: '2', TRUST_PROXY: '1' });
    for (const [at, path] of paths.entries()) {
      const network = `2001:db8:0:${at}`;
      // The first request creates what is created once; the others fall into one window.
      const { status } = await from(`2001:db8:1:${at}::1`, path);
      const responses = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((last) => from(`${network}::${last}`, path)));
      expect({ path, statuses: statuses(responses).sort() }).toEqual({
        path,
        statuses: [status, status, status, status, 429].sort(),
      });
      const late = responses.find((response) => response.status === 429)!;
      expect(late.body).toMatchObject({ status: 429, code: 'rate_limited' });
      expect(late.headers['retry-after']).toMatch(/^[12]$/);
      expect(late.headers.connection).toBe('close');
      // Requests with a token are counted by token.
      expect((await ada.get('/me', { 'x-forwarded-for': `${network}::a` })).status).toBe(200);
    }
  });

  it('include probes even when their address has requested too many pages', async () => {
    await open({ RATE_LIMIT_PUBLIC_PER_SECOND: '2' });
    const pages = async () =>
      statuses(await Promise.all(Array.from({ length: 6 }, () => world.raw('get', '/nowhere'))));
    await eventually(async () => {
      expect(await pages()).toContain(429);
      expect((await world.raw('get', '/livez')).status).toBe(200);
      expect((await world.raw('get', '/readyz')).status).toBe(200);
    });
  });

  it('are counted for methods that an operation does not have, too', async () => {
    await open({ RATE_LIMIT_PUBLIC_PER_SECOND: '1' });
    const responses = [];
    for (let i = 0; i < 3; i++) responses.push(await world.raw('put', '/api/v1/me'));
    expect(statuses(responses)).toEqual([405, 405, 429]);
  });

  it('end with a disconnect at the limit of an address, without serving its pipelined requests', async () => {
    await open({ RATE_LIMIT_PUBLIC_PER_SECOND: '1' });
    const responses = await exchange(world.address, 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10));
    expect(responses.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 429']);
  });

  it('of a socket that sends a thousand requests without reading end with the first', async () => {
    const ada = await open();
    const head =
      `POST /api/v1/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.key}\r\n` +
      'Content-Type: application/json\r\n';
    const socket = connect(Number(new URL(world.address).port), '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write(`${head}Content-Length: 13\r\n\r\n{"title":"x"}`.repeat(1000));
    await new Promise((resolve) => socket.resume().once('close', resolve));
    expect((await ada.get('/tasks')).body.data.length).toBeLessThanOrEqual(1);
  });

  it('of the API are not cached', async () => {
    const ada = await open({ RATE_LIMIT_FAILED_AUTH_PER_SECOND: '1' });
    const key = await ada.post('/api-keys', { name: 'another' });
    const wrong = await ada.post('/tasks', {});
    const others = [await world.raw('get', '/api/v1/me'), await world.raw('get', '/api/v1/nowhere')];
    const responses = [key, wrong, await ada.get('/nowhere'), await ada.delete('/me'), ...others];
    expect(responses.map(({ headers }) => headers['cache-control'])).toEqual(responses.map(() => 'no-store'));
  });

  it('at the root of the server and of its API link to the reference', async () => {
    await open();
    for (const path of ['/', '/api/v1', '/api/v1/']) {
      const program = await world.raw('get', path);
      expect(program.body).toMatchObject({ name: 'Tandem', version: expect.stringMatching(/^\d/) });
      for (const link of ['documentation', 'openapi', 'health'])
        expect((await world.raw('get', new URL(program.body[link] as string).pathname)).status).toBe(200);
      const browser = await world.raw('get', path).set('accept', 'text/html,application/xhtml+xml,*/*;q=0.8');
      expect([browser.status, browser.headers.location]).toEqual([302, '/docs']);
    }
  });

  it('of the metrics require their token if there is one', async () => {
    await open({ METRICS_TOKEN: metricsToken });
    const refused = await world.raw('get', '/metrics');
    expect(refused.body).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(refused.headers['www-authenticate']).toBe('Bearer');
    const shown = await world.raw('get', '/metrics').set('authorization', `Bearer ${metricsToken}`);
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(shown.text).toContain('tandem_http_request_duration_seconds');
  });

  it.each([
    ['names no host', 'GET /livez HTTP/1.1', 'The header Host is missing.'],
    ['names two hosts', 'GET /livez HTTP/1.1\r\nHost: x\r\nhost: x', 'The header Host is given more than once.'],
    ['names a list of hosts', 'GET /livez HTTP/1.1\r\nHost: x, y', 'The header Host names no host.'],
    ['names no possible host', 'GET /api/v1/me HTTP/1.1\r\nHost: x/y', 'The header Host names no host.'],
    [
      'brings two tokens',
      'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b',
      'The header Authorization is given more than once.',
    ],
    [
      'brings two tokens for tools',
      'POST /mcp HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nContent-Length: 0',
      'The header Authorization is given more than once.',
    ],
    [
      'says twice what it brings',
      'POST /api/v1/tasks HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n' +
        'Content-Type: application/json\r\nContent-Length: 0',
      'The header Content-Type is given more than once.',
    ],
    ['has an address that is none', 'GET http://[::1/livez HTTP/1.1\r\nHost: x', 'This is not well-formed HTTP.'],
  ])('to a request that %s are a problem document', async (_, request, detail) => {
    await open();
    const [head, body] = (await exchange(world.address, `${request}\r\n\r\n`)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 400 /);
    expect(JSON.parse(body!)).toMatchObject({ code: 'malformed_request', detail });
  });

  it.each(['x', 'api.example.com:8080', '127.0.0.1:3000', '[::1]:3000', 'my_host', ''])(
    'to a request for the host "%s" are served',
    async (host) => {
      await open();
      const request = `GET /livez HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect(await exchange(world.address, request)).toMatch(/^HTTP\/1.1 200 /);
    },
  );
});
