import { describe, expect, it } from '@jest/globals';
import { currentScope, inEachTenant } from './scope.js';

const places = ['a', 'b', 'c', 'd', 'e'].map((tenantId) => ({ tenantId }));

describe('work in each tenant', () => {
  it('is done in the scope of each though some fail, and fails in the end with every error', async () => {
    const done: string[] = [];
    const work = async () => {
      const { tenantId } = currentScope();
      done.push(tenantId);
      if ('bd'.includes(tenantId)) throw new Error(`not ${tenantId}`);
    };
    const errors = [new Error('not b'), new Error('not d')];
    await expect(inEachTenant(places, work)).rejects.toMatchObject({ message: '2 of 5 failed', errors });
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e']);
    await expect(inEachTenant(places.slice(0, 3), work)).rejects.toEqual(errors[0]);
    await inEachTenant([places[0]!, places[2]!], work);
  });

  it('is done in so many at once and no more', async () => {
    let [now, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++now);
      await new Promise(setImmediate);
      now--;
    };
    await inEachTenant(places, work, { atOnce: 2 });
    expect(most).toBe(2);
    await inEachTenant([], work);
  });
});
