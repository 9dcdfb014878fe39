import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hostileWays } from '@tandem/testing/outside/hostile-ways';
import { listening, loopback, type LocalServer, startServer } from '@tandem/testing/outside/counting-server';
import { failureOf } from './egress-failure.js';
import { Egress, type OutboundRequest } from './guarded-fetch.js';

const egress = new Egress({ allowCidrs: loopback });
let server: LocalServer;
let closed: string[] = [];

const send = (way: string, more: Partial<OutboundRequest> = {}) =>
  egress.send({ url: `${server.url}/${way}`, method: 'GET', totalTimeoutMs: 500, ...more });

beforeAll(async () => {
  server = await startServer((request, response) => {
    const way = request.url!.slice(1);
    request.socket.once('close', () => closed.push(way));
    hostileWays[way]!(request, response);
  });
});
afterAll(async () => {
  await egress.close();
  await server.stop();
});

describe('a server that misbehaves', () => {
  it.each(['hang', 'dripHeaders'])('%s ends in a timeout', async (way) => {
    closed = [];
    const outcome = await send(way, { totalTimeoutMs: 300 });
    expect(outcome).toMatchObject({ kind: 'failure', error: 'timeout' });
    expect(outcome.durationMs).toBeGreaterThanOrEqual(290);
    expect(outcome.durationMs).toBeLessThan(10_000);
    await expect(until(() => closed.includes(way))).resolves.toBe(true);
  });

  it('that sends an endless body has responded, and is ended at the timeout', async () => {
    closed = [];
    expect(await send('drip', { totalTimeoutMs: 300 })).toMatchObject({ kind: 'response', broken: 'timeout' });
    await expect(until(() => closed.includes('drip'))).resolves.toBe(true);
  });

  it.each(['hugeHeaders', 'noResponse'])('%s is an invalid_response', async (way) => {
    expect(await send(way)).toMatchObject({ kind: 'failure', error: 'invalid_response' });
  });

  it('that does not speak HTTP is an invalid_response', async () => {
    const smtp = await listening(
      createServer((socket) => void socket.write('220 mail ESMTP\r\n')),
      'http',
      '127.0.0.1',
      0,
    );
    expect(await send('', { url: smtp.url })).toMatchObject({ error: 'invalid_response' });
    await smtp.stop();
  });

  it('that is not running is connection_refused', async () => {
    const stopped = await startServer(() => undefined);
    await stopped.stop();
    expect(await send('', { url: stopped.url })).toMatchObject({ error: 'connection_refused' });
  });
});

describe('an error', () => {
  const error = (fields: object, message = 'of undici') => Object.assign(new Error(message), fields);

  it.each([
    ['timeout', error({ code: 'UND_ERR_CONNECT_TIMEOUT' })],
    ['timeout', error({ code: 'ETIMEDOUT', syscall: 'connect' })],
    ['connection_refused', new AggregateError([error({ code: 'EHOSTUNREACH', syscall: 'connect' })])],
    ['tls_error', error({ code: 'CERT_HAS_EXPIRED' })],
    ['tls_error', error({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })],
    ['tls_error', error({ code: 'ECONNRESET' }, 'disconnected before secure TLS connection was established')],
    ['dns_failure', error({ code: 'EAI_AGAIN', syscall: 'getaddrinfo' })],
    ['invalid_response', error({ code: 'ECONNRESET', syscall: 'read' })],
    ['invalid_response', 'no error at all'],
  ])('is called %s', (name, thrown) => {
    expect(failureOf(thrown)).toBe(name);
    expect(failureOf(new TypeError('fetch failed', { cause: thrown }))).toBe(name);
  });

  it('that is its own cause ends the search', () => {
    const circular = error({});
    circular.cause = circular;
    expect(failureOf(circular)).toBe('invalid_response');
  });
});

async function until(holds: () => boolean): Promise<boolean> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
  return true;
}
