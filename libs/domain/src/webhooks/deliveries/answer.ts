/** Why an attempt failed; `worker_lost` is not the endpoint's fault: the process that made the attempt ended. */
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

/** What is recorded of an attempt: its error, or `invalid_response` for a 2xx whose body was broken. */
export const attemptNotes = [...attemptErrors, 'invalid_response'] as const;
export type AttemptNote = (typeof attemptNotes)[number];

/** The outcome of one attempt. */
export interface Answer {
  /** Null is success. */
  error: AttemptError | null;
  /** True where the body ended early or violated HTTP. */
  isBodyBroken: boolean;
  httpStatus: number | null;
  responseTimeMs: number;
  /** The beginning of the body. */
  responseBody: string | null;
  retryAfterSeconds: number | null;
}

export const noteOf = ({ error, isBodyBroken }: Pick<Answer, 'error' | 'isBodyBroken'>): AttemptNote | null =>
  error ?? (isBodyBroken ? 'invalid_response' : null);
