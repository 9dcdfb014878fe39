import { afterEach, describe, expect, it } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '@tandem/testing/eventually';
import { makeHttpServer } from './http-server.js';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const paths = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`);

describe('a server that no single client can exhaust', () => {
  let server: Server;
  let sockets: Socket[] = [];
  let passed = 0;

  const serve = async (listener: RequestListener): Promise<void> => {
    passed = 0;
    server = makeHttpServer(listener);
    server.prependListener('request', () => passed++);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  };
  const open = (): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  /** Also true of a reset socket. */
  const closed = (socket: Socket) => eventually(() => expect(socket.closed).toBe(true));

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    server.close();
    await once(server, 'close');
  });

  it('serves sixteen pipelined requests in order and one at a time', async () => {
    let working = 0;
    let maxWorking = 0;
    await serve((request, response) => {
      maxWorking = Math.max(maxWorking, ++working);
      setImmediate(() => {
        working--;
        response.setHeader('connection', request.url === '/15' ? 'close' : 'keep-alive').end(`[${request.url}]`);
      });
    });
    const socket = open();
    socket.write(paths(16).map(get).join(''));
    const responses = (await text(socket)).match(/\[[^\]]+\]/g);
    expect(responses).toEqual(paths(16).map((path) => `[${path}]`));
    expect(maxWorking).toBe(1);
  });

  it('serves each in a fresh async context', async () => {
    const caller = new AsyncLocalStorage<string>();
    await serve((request, response) => {
      const found = caller.getStore() ?? 'nobody';
      response.setHeader('connection', request.url === '/2' ? 'close' : 'keep-alive');
      caller.run(request.url!, () => setImmediate(() => response.end(`[${found}]`)));
    });
    const socket = open();
    socket.write(paths(3).map(get).join(''));
    expect((await text(socket)).match(/\[[^\]]+\]/g)).toEqual(['[nobody]', '[nobody]', '[nobody]']);
  });

  it('closes a socket with more after serving one and parsing few', async () => {
    let started = 0;
    await serve(() => void started++);
    for (const request of [
      get('/'),
      'GET / HTTP/1.1\r\n\r\n',
      post('/', '\n'),
      get('/').replace('Host', 'Expect: x\r\nHost'),
    ]) {
      started = 0;
      passed = 0;
      const socket = open();
      socket.write(request.repeat(60_000 / request.length));
      await closed(socket);
      expect(started).toBe(1);
      expect(passed).toBeLessThan(100);
    }
  });

  it('reads a complete body of many lines and the requests after it', async () => {
    await serve((request, response) => {
      void text(request).then((body) => {
        response.setHeader('connection', request.url === '/last' ? 'close' : 'keep-alive').end(`[${body.length}]`);
      });
    });
    const body = 'a line\n'.repeat(100_000);
    const socket = open();
    socket.write(post('/', body) + post('/', '\r\n\r\n'.repeat(500)) + post('/last', body));
    expect((await text(socket)).match(/\[\d+\]/g)).toEqual(['[700000]', '[2000]', '[700000]']);
  });

  it('continues to read a body of many lines that arrives slowly, or ends early', async () => {
    const bodies: (number | string)[] = [];
    await serve((request, response) => {
      text(request).then(
        (body) => bodies.push(body.length) && response.end(),
        () => bodies.push('cut off'),
      );
    });
    const socket = open();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 600000\r\n\r\n');
    for (let part = 0; part < 6; part++) {
      socket.write('line\n'.repeat(20_000));
      await new Promise(setImmediate);
    }
    await once(socket, 'data');
    const half = open();
    half.end(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 600000\r\n\r\n${'line\n'.repeat(20_000)}`);
    await eventually(() => expect(bodies).toEqual([600_000, 'cut off']));
  });

  it('disconnects a client that sends a body in tiny chunks after parsing few', async () => {
    const tinyChunks = (count: number) =>
      `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(count)}0\r\n\r\n`;
    let read = 0;
    await serve((request, response) => {
      read = 0;
      request.on('data', () => read++).on('end', () => response.end(`[${read}]`));
    });
    const few = open();
    few.write(tinyChunks(900));
    expect(String((await once(few, 'data'))[0])).toContain('[900]');
    const many = open();
    many.write(tinyChunks(1_000_000));
    await closed(many);
    expect(read).toBeLessThan(1100);
  });

  it('waits a moment for the rest of a request after its response, then disconnects', async () => {
    await serve((_request, response) => void response.end('[refused]'));
    const [quick, slow] = [open(), open()];
    quick.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n');
    slow.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n');
    await Promise.all([once(quick, 'data'), once(slow, 'data')]);
    quick.write(`12345${get('/next')}`);
    expect(String((await once(quick, 'data'))[0])).toContain('[refused]');
    await closed(slow);
    expect(quick.closed).toBe(false);
  });

  it('holds one response for a socket that does not read, and closes it when nothing moves', async () => {
    const large = Buffer.alloc(16 * 1024 * 1024);
    let started = 0;
    await serve((_request, response) => {
      started++;
      response.end(large);
    });
    expect(server.timeout).toBe(30_000);
    server.timeout = 1000;
    const socket = open().pause();
    const connected = once(server, 'connection');
    socket.write(get('/').repeat(16));
    const [served] = (await connected) as [Socket];
    await closed(served);
    expect(started).toBe(1);
  });

  it('keeps an unused connection longer than load balancers do', async () => {
    await serve((_request, response) => void response.end());
    const socket = open();
    socket.write(get('/'));
    const [response] = (await once(socket, 'data')) as [Buffer];
    expect(response.toString()).toContain('Keep-Alive: timeout=65');
  });
});
