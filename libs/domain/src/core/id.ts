import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { clock } from './clock.js';

/** Part of a regular expression; accepts either letter case. */
export const idForm = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

let last = { msecs: 0, seq: 0 };

/** A new UUIDv7 in lower case (RFC 9562); ids of one process are strictly increasing. */
export function newId(): string {
  const msecs = clock.millis();
  // Within a millisecond, or after the clock went back, count up from the last id.
  last = msecs > last.msecs ? { msecs, seq: randomInt(2 ** 31) } : { ...last, seq: last.seq + 1 };
  return v7(last);
}

/** Accurate to the millisecond; after the clock went back, the latest time before that. */
export const timeOfId = (id: string): Date => new Date(parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

export const minId = '00000000-0000-0000-0000-000000000000';

/** The smallest UUIDv7 of an instant: ids created at or after it are not smaller. */
export function firstIdAt(instant: Date): string {
  const millis = Math.max(0, instant.getTime()).toString(16).padStart(12, '0');
  return `${millis.slice(0, 8)}-${millis.slice(8)}-7000-8000-000000000000`;
}
