/** Why a try failed; `worker_lost` is not the endpoint's fault: the process that tried ended. */
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

/** The outcome of one try. */
export interface Answer {
  /** Null is success. */
  error: AttemptError | null;
  httpStatus: number | null;
  responseTimeMs: number;
  /** The beginning of the body. */
  responseBody: string | null;
  retryAfterSeconds: number | null;
}
