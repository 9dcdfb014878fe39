export abstract class WebhookTerms {
  /** Seconds to wait before each try of a delivery. */
  abstract readonly retrySchedule: readonly number[];
}
