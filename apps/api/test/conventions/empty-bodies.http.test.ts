import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import type { Document } from '../documentation/documented.js';
import { operationsOf } from '../documentation/operations.js';
import { exchange } from './raw-request.js';

const lineOf = (response: string) => response.slice(0, response.indexOf('\r\n'));

describe('requests without a body', () => {
  const world = useWorld();
  const { ada, raw } = world;

  it('an empty chunked body, as forwarded by HTTP/2 proxies, counts as no body for every operation', async () => {
    const { body: document } = await raw('get', '/openapi.json');
    const withBody = operationsOf(document as Document).filter(({ method }) =>
      ['post', 'put', 'patch'].includes(method),
    );
    expect(withBody.length).toBeGreaterThan(50);
    for (const { name, method, path } of withBody) {
      const head = [
        `${method.toUpperCase()} /api/v1${path.replace(/\{\w+\}/g, ada.tenantId)} HTTP/1.1`,
        `Host: ${new URL(world.address).host}`,
        `Authorization: Bearer ${ada.key}`,
        'Connection: close',
      ].join('\r\n');
      const none = await exchange(world.address, `${head}\r\n\r\n`);
      for (const type of ['', 'Content-Type: text/plain\r\n', 'Content-Type: application/json\r\n']) {
        const empty = await exchange(world.address, `${head}\r\n${type}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`);
        expect({ name, type, line: lineOf(empty) }).toEqual({ name, type, line: lineOf(none) });
      }
    }
    const { body: task } = await ada.post('/tasks', { title: 'chunked' });
    const head = `POST /api/v1/tasks/${task.id}/complete HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.key}\r\n`;
    const sent = (chunks: string) =>
      exchange(world.address, `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`);
    expect(lineOf(await sent('0\r\n\r\n'))).toContain(' 200 ');
    expect(lineOf(await sent('2\r\n{}\r\n0\r\n\r\n'))).toContain(' 415 ');
  });
});
