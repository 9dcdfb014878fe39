import { randomBytes } from 'node:crypto';

const poolBytes = 4096;
let pool = Buffer.alloc(0);
let used = 0;

/** A few bytes that nobody has had before, for ids and nonces. To ask the system for them each time would take longer than what is done with them. */
export function someRandomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    pool = randomBytes(Math.max(poolBytes, count));
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}
