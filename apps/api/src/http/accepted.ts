import type { Request } from 'express';

/**
 * Whether a request accepts one of these media types. Parameters do not matter: JSON defines none (RFC 8259, section 11), and a client
 * that sends back our own `application/json; charset=utf-8` must be served.
 */
export function acceptsAny(request: Request, types: readonly string[]): boolean {
  if (!request.headers.accept) return true;
  const ranges = new Set(request.accepts().map((range) => range.toLowerCase()));
  return types.some((type) => ['*/*', `${type.split('/')[0]}/*`, type].some((range) => ranges.has(range)));
}
