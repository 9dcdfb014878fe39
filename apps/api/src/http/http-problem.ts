import type { Finding } from '@tandem/domain/core/errors';

/** A failure that only HTTP knows: method, media type, size, an unknown path. */
export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
    readonly findings: Finding[] = [],
  ) {
    super(message);
  }
}

export const badRequest = (code: string, message: string, findings: Finding[] = []) =>
  new HttpProblem(400, code, message, {}, findings);
