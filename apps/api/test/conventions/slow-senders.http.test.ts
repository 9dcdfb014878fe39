import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { exchange } from './raw-request.js';

const patience = 20_000;

describe('who sends too slowly', () => {
  const world = useWorld();
  const { ada } = world;

  const post = () =>
    `POST /api/v1/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.key}\r\nContent-Type: application/json\r\n`;

  it(
    'is refused with a problem document and cut off, in the headers as in the body, while others are served',
    async () => {
      const slow = [
        exchange(world.address, post(), patience),
        exchange(world.address, `${post()}Content-Length: 20\r\n\r\n{"title":`, patience),
        exchange(world.address, `${post()}Transfer-Encoding: chunked\r\n\r\n5\r\n{"tit\r\n`, patience),
      ];
      expect((await ada.post('/tasks', { title: 'quick' })).status).toBe(201);
      for (const answer of await Promise.all(slow)) {
        const [head, body] = answer.split('\r\n\r\n') as [string, string];
        expect(head).toMatch(/^HTTP\/1\.1 408 /);
        expect(head.toLowerCase()).toContain('content-type: application/problem+json');
        expect(JSON.parse(body)).toMatchObject({ status: 408, code: 'request_timeout' });
      }
      expect((await ada.get('/tasks')).body.data).toHaveLength(1);
    },
    patience * 2,
  );
});
