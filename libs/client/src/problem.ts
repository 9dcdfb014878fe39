import type { Problem } from './generated/types.gen.js';

export type ProblemCode = Problem['code'];

/** What went wrong. Neither the API key nor the body of the request is part of it. */
export class TandemError extends Error {
  /** Where `pages` stopped: the cursor of the page that could not be read; null for the first page. */
  cursor?: string | null;
}

/** There was no usable response; `cause`, if set, says why. */
export class TandemConnectionError extends TandemError {
  override readonly name = 'TandemConnectionError';
}

export interface RateLimit {
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** A response with a status other than 2xx. `cause` is its body, with the members that only some problems have. */
export class TandemProblem extends TandemError {
  override readonly name = 'TandemProblem';
  readonly status: number;
  /** Undefined if the response came from something in front of Tandem. */
  readonly code: ProblemCode | undefined;
  readonly title: string;
  readonly detail: string;
  readonly errors: NonNullable<Problem['errors']>;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The limit that is closest to being exhausted. */
  readonly rateLimit: RateLimit | undefined;
  readonly headers: Headers;

  constructor({ status, statusText, headers }: Response, body: unknown) {
    const problem: Partial<Problem> = typeof body === 'object' && body !== null ? body : {};
    const { code, title = statusText || `Status ${status}`, detail = title, errors = [] } = problem;
    super(code ? `${code}: ${detail}` : detail, { cause: body });
    this.status = status;
    this.code = code;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
    this.requestId = problem.request_id ?? headers.get('x-request-id') ?? undefined;
    this.retryAfterSeconds = secondsIn(headers.get('retry-after'));
    this.rateLimit = tightest(headers);
    this.headers = headers;
  }

  static async of(response: Response): Promise<TandemProblem> {
    const text = await response.text();
    try {
      return new TandemProblem(response, JSON.parse(text));
    } catch {
      return new TandemProblem(response, text);
    }
  }

  is(...codes: ProblemCode[]): boolean {
    return codes.some((code) => code === this.code);
  }
}

/** A number of seconds or a date (RFC 9110). */
function secondsIn(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function tightest(headers: Headers): RateLimit | undefined {
  const policies = headers.get('ratelimit-policy') ?? '';
  const limits = [...(headers.get('ratelimit') ?? '').matchAll(/"([^"]+)";r=(\d+);t=(\d+)/g)].map(
    ([, name, remaining, resetSeconds]) => ({
      limit: Number(policies.split(`"${name}";q=`)[1]?.match(/^\d+/)?.[0] ?? Number.NaN),
      remaining: Number(remaining),
      resetSeconds: Number(resetSeconds),
    }),
  );
  return limits.sort((one, other) => one.remaining - other.remaining)[0];
}
