import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { useWorld } from '@tandem/testing/world';
import { copyTask, linesOf } from './exported.js';

describe('an export of a tenant with too many requests', () => {
  const world = useWorld({ settings: { DATABASE_CONNECTION_TIMEOUT_MS: '1000' } });
  const { ada } = world;

  it('waits for its next page, and completes', async () => {
    await ada.post('/tasks', { title: 'Large', description: 'x'.repeat(20_000) });
    await copyTask(world, ada, 4000);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${ada.key}` };
      get(`${world.address}/api/v1/exports/tasks.ndjson`, { headers }, resolve).on('error', reject);
    });
    let letGo = () => {};
    const holding = new Promise<void>((resolve) => (letGo = resolve));
    const { database } = world.api;
    const held = Array.from({ length: database.pool.options.max / 4 }, () =>
      asTenant(ada.tenantId, () => database.run(() => holding)),
    );
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    const ended = once(response, 'end');
    // The second is refused after a page that the export asked for meanwhile.
    for (let turn = 0; turn < 2; turn++) expect((await ada.get('/tasks')).status).toBe(503);
    letGo();
    await Promise.all([ended, ...held]);
    expect(linesOf(text).at(-1)).toMatchObject({ type: 'end', counts: { task: 4001 } });
  });
});
