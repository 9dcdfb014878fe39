import type { AttemptResult } from '@tandem/domain/webhooks/deliveries/attempt-result';

/** From a receiver that accepted the delivery. */
export const ok: AttemptResult = {
  error: null,
  isBodyBroken: false,
  httpStatus: 204,
  responseTimeMs: 3,
  responseBody: 'thanks',
  retryAfterSeconds: null,
};
/** From a receiver that failed for now. */
export const refused: AttemptResult = { ...ok, error: 'non_2xx', httpStatus: 500 };
