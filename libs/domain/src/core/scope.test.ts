import { describe, expect, it } from '@jest/globals';
import { currentScope, inEachTenant } from './scope.js';

const tenants = ['a', 'b', 'c', 'd', 'e'].map((tenantId) => ({ tenantId }));

describe('work in each tenant', () => {
  it('runs in the scope of each tenant despite failures, then throws every error', async () => {
    const done: string[] = [];
    const work = async () => {
      const { tenantId } = currentScope();
      done.push(tenantId);
      if ('bd'.includes(tenantId)) throw new Error(`not ${tenantId}`);
    };
    const errors = [new Error('not b'), new Error('not d')];
    await expect(inEachTenant(tenants, work)).rejects.toMatchObject({ message: '2 of 5 failed', errors });
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e']);
    await expect(inEachTenant(tenants.slice(0, 3), work)).rejects.toEqual(errors[0]);
    await inEachTenant([tenants[0]!, tenants[2]!], work);
  });

  it('respects the concurrency limit', async () => {
    let [now, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++now);
      await new Promise(setImmediate);
      now--;
    };
    await inEachTenant(tenants, work, { atOnce: 2 });
    expect(most).toBe(2);
    await inEachTenant([], work);
  });
});
