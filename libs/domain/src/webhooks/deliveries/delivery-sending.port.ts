import type { WebhookEndpoint } from '../endpoints/webhook-endpoint.js';
import type { Claim } from './delivery-claims.port.js';
import type { Receiver } from './webhook-deliveries.port.js';

/**
 * Why no more was sent. `nothing to send`: the endpoint may have nothing, or this process is sending to it already. `no room`: the
 * endpoint or its tenant is sent as much as it may have at a time. `done`: nothing else was due, or the time was up.
 */
export type Rest = 'nothing to send' | 'no room' | 'done';

/** Sends endpoints their deliveries, several at a time, outside any transaction. */
export abstract class DeliverySending {
  /**
   * Makes one claim after the other of what is due for an endpoint, until the instant (in milliseconds of the epoch) at most; resolves
   * when all outcomes are stored, or at once where nothing was due and somebody waits for that already.
   */
  abstract sendDue(endpointId: string, until: number): Promise<Rest>;

  /** Those of the endpoints that this process can send more to soon, while it sends to so many at most. */
  abstract receivers(endpoints: readonly WebhookEndpoint[], most: number): Receiver[];

  /**
   * Sends the deliveries of claims that a fan-out made; `sendDue` of their endpoints resolves after them. `others` are the endpoints that
   * it made due deliveries for.
   */
  abstract send(claims: readonly Claim[], others: readonly string[]): void;

  /**
   * Resolves when what this process has got for the endpoint by `send` is sent and stored: to true where all of it has succeeded, and all before it
   * since the last `sendDue`, and at once where somebody waits for that already; to false where there may be something to send again, or
   * this process is sending it nothing.
   */
  abstract leftNothing(endpointId: string): Promise<boolean>;

  /**
   * Resolves when this process can send more to those endpoints of the tenant that the last fan-out had something for, and soon after the
   * quickest of them can have more; after three seconds at the latest, and a tenth of one where so many wait already. It tells how many events
   * the next fan-out should bring at most: about as many as each endpoint is sent in a second; no limit where none of them is sent anything.
   */
  abstract untilRoom(mostWaiting: number): Promise<number>;
}
