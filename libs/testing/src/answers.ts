import type { Answer } from '@tandem/domain/webhooks/deliveries/answer';

/** From a receiver that accepted the delivery. */
export const ok: Answer = {
  error: null,
  isBodyBroken: false,
  httpStatus: 204,
  responseTimeMs: 3,
  responseBody: 'thanks',
  retryAfterSeconds: null,
};
/** From a receiver that failed for now. */
export const refused: Answer = { ...ok, error: 'non_2xx', httpStatus: 500 };
