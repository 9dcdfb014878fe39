import type { Finding } from '@tandem/domain/core/errors';

export type Headers = Readonly<Record<string, string>>;

/** A failure of HTTP itself: method, media type, size or an unknown path. */
export class HttpProblem extends Error {
  findings: Finding[] = [];

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Headers = {},
  ) {
    super(message);
  }
}

export const badRequest = (code: string, message: string, findings: Finding[] = []) =>
  Object.assign(new HttpProblem(400, code, message), { findings });
