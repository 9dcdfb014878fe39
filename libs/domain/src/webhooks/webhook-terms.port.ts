/** What the operator has decided about webhooks. */
export abstract class WebhookTerms {
  /** Seconds to wait before each try of a delivery. */
  abstract readonly retrySchedule: readonly number[];

  /** How many endpoints a worker begins to send new events to, while it sends to others; more get them in their turn. */
  abstract readonly endpointsAtOnce: number;
}
