import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(16 * 256);
let unused = 0;
let lastMillis = 0;
let counter = 0;

/** A new UUIDv7 in lower case (RFC 9562); ids of one process are strictly increasing. */
export function newId(): string {
  if (unused === 0) {
    randomFillSync(pool);
    unused = 256;
  }
  const bytes = pool.subarray((unused - 1) * 16, unused-- * 16);
  const now = Date.now();
  // The 12 bits behind the version count within a millisecond (RFC 9562 section 6.2, method 1).
  if (now > lastMillis) {
    lastMillis = now;
    counter = bytes.readUInt16BE(6) & 0x3ff;
  } else if (++counter > 0xfff) {
    lastMillis++;
    counter = 0;
  }
  bytes.writeUIntBE(lastMillis, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return format(bytes.toString('hex'));
}

/** The smallest UUIDv7 of an instant: rows made at or after it have ids that are not smaller. */
export function firstIdAt(instant: Date): string {
  const millis = Math.max(0, instant.getTime()).toString(16).padStart(12, '0');
  return format(`${millis}70008000000000000000`);
}

const format = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
