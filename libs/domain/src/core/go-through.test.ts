import { describe, expect, it } from '@jest/globals';
import { goThrough } from './go-through.js';

describe('going through several', () => {
  it('gives each its turn though some fail, and fails in the end with the first error', async () => {
    const done: number[] = [];
    const work = async (item: number) => {
      done.push(item);
      if (item % 2 === 0) throw new Error(`not ${item}`);
    };
    await expect(goThrough([1, 2, 3, 4, 5], work)).rejects.toThrow('not 2');
    expect(done).toEqual([1, 2, 3, 4, 5]);
    await goThrough([1, 3], work);
  });

  it('works on so many at once and no more', async () => {
    let [now, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++now);
      await new Promise(setImmediate);
      now--;
    };
    await goThrough([1, 2, 3, 4, 5], work, { atOnce: 2 });
    expect(most).toBe(2);
    await goThrough([], work);
  });
});
