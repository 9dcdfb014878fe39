import { randomBytes } from 'node:crypto';

const poolBytes = 4096;
let pool = Buffer.alloc(0);
let used = 0;

/** Unused bytes from a pool, since one system call per id or nonce would be slower than its use. */
export function someRandomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    pool = randomBytes(Math.max(poolBytes, count));
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}
