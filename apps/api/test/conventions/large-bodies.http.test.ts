import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { exchange } from './raw-request.js';

const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`;

describe('a body that is too large', () => {
  const world = useWorld();
  const { ada } = world;

  const post = (headers: string, path = '/api/v1/tasks') =>
    `POST ${path} HTTP/1.1\r\nHost: ${new URL(world.address).host}\r\nAuthorization: Bearer ${ada.key}\r\n` +
    `Content-Type: application/json\r\nAccept: application/json\r\n${headers}\r\n\r\n`;

  /** Resolves with the status line of the first response, before the body is sent. */
  const firstLine = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(world.address).port), '127.0.0.1', () => void socket.write(bytes));
      socket.setTimeout(3000, () => socket.destroy(new Error('no response')));
      socket.once('data', (received: Buffer) => {
        socket.destroy();
        resolve(received.toString().split('\r\n', 1)[0]!);
      });
      socket.on('error', reject);
    });

  it('is refused by its Content-Length, before it is sent', async () => {
    expect(await firstLine(post('Content-Length: 500000000'))).toContain(' 413 ');
    expect(await firstLine(post('Content-Length: 500000000', '/mcp'))).toContain(' 413 ');
    expect(await firstLine(post('Content-Length: 500000000\r\nContent-Encoding: gzip'))).toContain(' 413 ');
  });

  it('is refused as soon as its chunks pass the limit', async () => {
    expect(await firstLine(post('Transfer-Encoding: chunked') + chunk(262_145))).toContain(' 413 ');
    const plain = post('Transfer-Encoding: chunked').replace('application/json', 'text/plain');
    expect(await firstLine(plain + chunk(1))).toContain(' 415 ');
  });

  it('gets no 100 Continue, unlike one that will be read', async () => {
    const expecting = (bytes: number) => post(`Content-Length: ${bytes}\r\nExpect: 100-continue`);
    expect(await firstLine(expecting(300_000))).toContain(' 413 ');
    expect(await firstLine(expecting(13).replace(ada.key, 'wsk_live_none'))).toContain(' 401 ');
    expect(await firstLine(expecting(13))).toContain(' 100 ');
    const response = await exchange(
      world.address,
      `${expecting(13).replace('Expect', 'Connection: close\r\nExpect')}{"title":"y"}`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
  });
});
