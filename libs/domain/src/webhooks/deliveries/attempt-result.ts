/** `worker_lost` is not the endpoint's fault: the process of the attempt ended. */
export const attemptErrors = [
  'dns_failure',
  'connection_refused',
  'tls_error',
  'timeout',
  'blocked_address',
  'redirect_not_followed',
  'non_2xx',
  'worker_lost',
] as const;
export type AttemptError = (typeof attemptErrors)[number];

/** An error, or `invalid_response` for a 2xx with a broken body. */
export const attemptNotes = [...attemptErrors, 'invalid_response'] as const;
export type AttemptNote = (typeof attemptNotes)[number];

export interface AttemptResult {
  error: AttemptError | null;
  /** The body ended early or violated HTTP. */
  isBodyBroken: boolean;
  httpStatus: number | null;
  responseTimeMs: number;
  responseBody: string | null;
  retryAfterSeconds: number | null;
}

export const noteOf = ({ error, isBodyBroken }: Pick<AttemptResult, 'error' | 'isBodyBroken'>): AttemptNote | null =>
  error ?? (isBodyBroken ? 'invalid_response' : null);
