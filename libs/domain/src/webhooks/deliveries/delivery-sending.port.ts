/**
 * Why no more was sent: the endpoint may have nothing or is seen to already, it or its tenant is sent as much as it may have at a
 * time, or nothing else was due or the time was up.
 */
export type Rest = 'nothing to send' | 'no room' | 'done';

/** Sends an endpoint its due deliveries, several at a time, outside any transaction. */
export abstract class DeliverySending {
  /** Claim after claim, until that instant in milliseconds of the epoch at most; resolves when all outcomes are stored. */
  abstract sendDue(endpointId: string, until: number): Promise<Rest>;
}
