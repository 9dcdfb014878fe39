import type { Answer } from '@tandem/domain/webhooks/deliveries/answer';

/** Of a receiver that took what it was sent. */
export const ok: Answer = {
  error: null,
  isBodyBroken: false,
  httpStatus: 204,
  responseTimeMs: 3,
  responseBody: 'thanks',
  retryAfterSeconds: null,
};
/** Of one that could not take it now. */
export const refused: Answer = { ...ok, error: 'non_2xx', httpStatus: 500 };
