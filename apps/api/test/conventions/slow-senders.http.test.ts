import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { exchange } from './raw-request.js';

const timeouts = 20_000;

describe('a client that sends too slowly', () => {
  const world = useWorld();
  const { ada } = world;

  const post = () =>
    `POST /api/v1/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.key}\r\nContent-Type: application/json\r\n`;

  it(
    'is refused with a problem document and disconnected, in the headers or body, while others are served',
    async () => {
      const slow = [
        exchange(world.address, post(), timeouts),
        exchange(world.address, `${post()}Content-Length: 20\r\n\r\n{"title":`, timeouts),
        exchange(world.address, `${post()}Transfer-Encoding: chunked\r\n\r\n5\r\n{"tit\r\n`, timeouts),
      ];
      expect((await ada.post('/tasks', { title: 'quick' })).status).toBe(201);
      for (const response of await Promise.all(slow)) {
        const [head, body] = response.split('\r\n\r\n') as [string, string];
        expect(head).toMatch(/^HTTP\/1\.1 408 /);
        expect(head.toLowerCase()).toContain('content-type: application/problem+json');
        expect(JSON.parse(body)).toMatchObject({ status: 408, code: 'request_timeout' });
      }
      expect((await ada.get('/tasks')).body.data).toHaveLength(1);
    },
    timeouts * 2,
  );
});
