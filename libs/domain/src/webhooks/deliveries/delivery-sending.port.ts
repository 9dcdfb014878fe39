/**
 * Why no more was sent. `nothing to send`: the endpoint may have nothing, or this process is sending to it already. `no room`: the
 * endpoint or its tenant is sent as much as it may have at a time. `done`: nothing else was due, or the time was up.
 */
export type Rest = 'nothing to send' | 'no room' | 'done';

/** Sends an endpoint its due deliveries, several at a time, outside any transaction. */
export abstract class DeliverySending {
  /**
   * Makes one claim after the other, until the instant (in milliseconds of the epoch) or the signal at most; resolves when all outcomes
   * are stored.
   */
  abstract sendDue(endpointId: string, until: number, signal: AbortSignal): Promise<Rest>;
}
