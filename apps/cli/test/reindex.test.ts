import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { testEnvironment } from '@tandem/testing/test-settings';
import { reindex } from '../src/operator/reindex.js';
import { printed } from './printed.js';

describe('reindex', () => {
  const world = useWorld();
  const { ada, other, asOwner } = world;

  it('indexes all records again, of one tenant or of all, without a worker', async () => {
    for (const by of [ada, other]) await by.post('/tasks', { title: 'Unindexed' });
    const run = async (...args: string[]) =>
      (await printed(() => reindex(args, testEnvironment(world.databaseUrl)))).output;
    const found = async () =>
      (await Promise.all([ada, other].map((by) => by.get('/search?q=unindexed')))).map(
        ({ body }) => body.data.length as number,
      );
    expect(await found()).toEqual([0, 0]);
    expect(await run('--tenant', ada.tenantId)).toMatch(/^indexed \d+ records of 1 tenants$/m);
    expect(await found()).toEqual([1, 0]);
    expect(await run()).toMatch(/^indexed \d+ records of 2 tenants$/m);
    expect(await found()).toEqual([1, 1]);
    expect(await run('--resume')).toMatch(/^indexed 0 records of 2 tenants$/m);
    await asOwner('delete from search_documents');
    await run();
    expect(await found()).toEqual([1, 1]);
  });
});
