import type { Request } from 'express';

/** Ignores media type parameters: JSON defines none (RFC 8259, section 11), but clients send `charset=utf-8`. */
export function acceptsAny(request: Request, types: readonly string[]): boolean {
  if (!request.headers.accept) return true;
  const ranges = new Set(request.accepts().map((range) => range.toLowerCase()));
  return types.some((type) => ['*/*', `${type.split('/')[0]}/*`, type].some((range) => ranges.has(range)));
}
