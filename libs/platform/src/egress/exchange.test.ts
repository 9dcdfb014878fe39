import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hostileWays } from '@tandem/testing/outside/hostile-ways';
import { loopback, type LocalServer, startServer } from '@tandem/testing/outside/counting-server';
import { Egress, type OutboundRequest } from './guarded-fetch.js';

const egress = new Egress({ allowCidrs: loopback });
let server: LocalServer;
let canary: LocalServer;
let closed: string[] = [];

const send = (way: string, more: Partial<OutboundRequest> = {}) =>
  egress.send({ url: `${server.url}/${way}`, method: 'GET', totalTimeoutMs: 60_000, readLimitBytes: 1000, ...more });

beforeAll(async () => {
  canary = await startServer((_, response) => response.end());
  server = await startServer((request, response) => {
    const [, way = '', status] = request.url!.split('/');
    request.socket.once('close', () => closed.push(way));
    if (way === 'redirect') response.writeHead(Number(status), { location: `${canary.url}/landed` }).end();
    else hostileWays[way]!(request, response);
  });
});
afterAll(async () => {
  await egress.close();
  await Promise.all([server.stop(), canary.stop()]);
});

describe('a response', () => {
  it('has status, headers and body', async () => {
    const outcome = await send('cookies');
    const headers = expect.objectContaining({ 'set-cookie': 'a=1, b=2', 'x-mixed': 'Case' });
    expect(outcome).toEqual({
      kind: 'response',
      status: 500,
      headers,
      body: 'oops',
      truncated: false,
      broken: null,
      durationMs: expect.any(Number),
    });
  });

  it('is to a request with the given method, headers and bytes, uncompressed, for the host of the URL', async () => {
    const headers = { 'X-Signature': 'v1,abc', 'Accept-Encoding': 'gzip', Host: 'elsewhere.example' };
    const outcome = await send('echo', { method: 'POST', headers, body: Buffer.from('{"a":"ĉ"}') });
    const seen = JSON.parse(outcome.kind === 'response' ? outcome.body : '{}');
    expect(seen).toMatchObject({ method: 'POST', body: '{"a":"ĉ"}' });
    expect(seen.headers).toMatchObject({
      'x-signature': 'v1,abc',
      'accept-encoding': 'identity',
      'user-agent': 'Tandem',
      host: `127.0.0.1:${server.port}`,
      'content-length': '10',
    });
  });

  it('is cut at the limit, and the connection is closed', async () => {
    for (const way of ['endless', 'huge']) {
      closed = [];
      expect(await send(way)).toMatchObject({
        kind: 'response',
        truncated: true,
        body: expect.stringMatching(/^.{1000}$/),
      });
      await expect(until(() => closed.includes(way))).resolves.toBe(true);
    }
  });

  it('of exactly the limit is complete', async () => {
    expect(await send('exact')).toMatchObject({ truncated: false, body: 'e'.repeat(1000) });
    expect(await send('exact', { readLimitBytes: 999 })).toMatchObject({ truncated: true, body: 'e'.repeat(999) });
  });

  it('is text that PostgreSQL accepts: no NUL, no incomplete character', async () => {
    expect(await send('binary')).toMatchObject({ body: 'a\uFFFD\uFFFDb' });
    expect(await send('euros', { readLimitBytes: 7 })).toMatchObject({ body: '€€', truncated: true });
  });

  it('is never decompressed', async () => {
    expect(await send('gzip')).toMatchObject({ kind: 'response', status: 200, truncated: true });
    expect(await send('badGzip')).toMatchObject({ kind: 'response', body: 'not gzip' });
  });

  it('in tiny chunks is aborted, and what has arrived is kept', async () => {
    expect(await send('tinyChunks')).toMatchObject({ status: 200, broken: 'invalid_response' });
  });

  it.each(['cut', 'reset', 'chunksCut', 'badChunks', 'noContent', 'unavailable'])(
    'is decided by its status line if the body is broken: %s',
    async (way) => {
      const status = { noContent: 204, unavailable: 503 }[way] ?? 200;
      expect(await send(way)).toMatchObject({ kind: 'response', status, broken: 'invalid_response' });
      expect(await send('exact')).toMatchObject({ kind: 'response', status: 200, broken: null });
    },
  );

  it('longer than its declared length is cut there, and does not leak into the next', async () => {
    for (let round = 0; round < 5; round++)
      expect(await send('tooLong')).toMatchObject({ kind: 'response', status: 200, body: 'ok', broken: null });
  });

  it.each(['continues', 'continuesInPieces', 'switches', 'everyInterim'])(
    'may follow unexpected interim responses: %s',
    async (way) => {
      const expected = { kind: 'response', status: 200, body: 'HTTP/1.1 100 ok', broken: null };
      for (const method of ['GET', 'POST', 'GET']) expect(await send(way, { method })).toMatchObject(expected);
      const fetched = await egress.fetch(`${server.url}/${way}`, { method: 'POST', body: 'x' });
      expect([fetched.status, await fetched.text()]).toEqual([200, 'HTTP/1.1 100 ok']);
    },
  );

  it('may follow early hints and may have no body', async () => {
    expect(await send('early')).toMatchObject({ kind: 'response', status: 204, body: '' });
  });

  it.each(['hints', 'continuesForEver'])('after endless %s is an invalid_response', async (way) => {
    expect(await send(way)).toMatchObject({ kind: 'failure', error: 'invalid_response' });
  });
});

describe('a redirect', () => {
  it.each([300, 301, 302, 303, 307, 308])('%i is a failure with its status, and is not followed', async (status) => {
    for (const method of ['GET', 'POST']) {
      const outcome = await send(`redirect/${status}`, { method });
      expect(outcome).toMatchObject({ kind: 'failure', error: 'redirect_not_followed', status });
    }
    expect(canary.connections).toBe(0);
  });

  it('without a Location is an ordinary response', async () => {
    expect(await send('noLocation')).toMatchObject({ kind: 'response', status: 304 });
  });
});

describe('the caller', () => {
  it('may abort before and while waiting', async () => {
    expect(await send('echo', { signal: AbortSignal.abort() })).toMatchObject({ error: 'aborted' });
    const outcome = await send('hang', { signal: AbortSignal.timeout(50) });
    expect(outcome).toMatchObject({ kind: 'failure', error: 'aborted' });
    expect(outcome.durationMs).toBeLessThan(30_000);
  });

  it('who sends an invalid header gets an exception instead of an outcome', async () => {
    await expect(send('echo', { headers: { 'x-bad': 'a\r\nb: c' } })).rejects.toThrow('invalid x-bad header');
    await expect(send('echo', { method: 'NO SPACE' })).rejects.toThrow('invalid request method');
  });

  it('who closes aborts requests in flight and later ones', async () => {
    const short = new Egress({ allowCidrs: loopback });
    const request = { url: `${server.url}/hang`, method: 'GET' };
    const sent = short.send(request);
    await short.close();
    expect(await sent).toMatchObject({ error: 'aborted' });
    expect(await short.send(request)).toMatchObject({ error: 'aborted' });
  });
});

async function until(holds: () => boolean): Promise<boolean> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
  return true;
}
