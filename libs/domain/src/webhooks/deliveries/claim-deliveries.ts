import { needing } from '../../core/use-case.js';
import { EndpointLifecycle } from '../endpoints/endpoint-lifecycle.service.js';
import { DeliveredContents } from './delivered-contents.service.js';
import { type Claim, DeliveryClaims } from './delivery-claims.port.js';

interface Wanted {
  endpointId: string;
  most: number;
  held: readonly Claim[];
}

/** Claims, as `DeliveryClaims` says, what an endpoint may be sent by the rights of its member; undefined when that is nothing. */
export class ClaimDeliveries extends needing({
  lifecycle: EndpointLifecycle,
  claims: DeliveryClaims,
  contents: DeliveredContents,
}) {
  async run({ endpointId, most, held }: Wanted): Promise<Claim | undefined> {
    const addressee = await this.lifecycle.addressee(endpointId);
    if (!addressee) return undefined;
    const claim = await this.claims.claim(addressee, most, held);
    return (await this.contents.forEndpointsOf([claim]))[0];
  }
}
