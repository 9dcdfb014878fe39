import { v7 } from 'uuid';

/** A new UUIDv7 in lower case (RFC 9562); ids of one process are strictly increasing. */
export const newId = (): string => v7();

/** The smallest UUIDv7 of an instant: rows made at or after it have ids that are not smaller. */
export function firstIdAt(instant: Date): string {
  const millis = Math.max(0, instant.getTime()).toString(16).padStart(12, '0');
  return `${millis.slice(0, 8)}-${millis.slice(8)}-7000-8000-000000000000`;
}
