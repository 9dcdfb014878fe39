import { createHash, timingSafeEqual } from 'node:crypto';

export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer +([\w.~+/=-]{1,4096})$/i.exec(authorization ?? '')?.[1];

/** Compares in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
