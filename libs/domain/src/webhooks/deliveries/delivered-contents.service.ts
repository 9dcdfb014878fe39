import { Authorizations } from '../../core/access/authorizations.js';
import { nounOf } from '../../core/events/event-types.js';
import { GuardedContents } from '../../core/access/guarded-contents.service.js';
import { withoutScopes } from '../../core/access/reading.js';
import { Rights } from '../../core/access/rights.js';
import { needing } from '../../core/use-case.js';
import type { Claim, Claimed } from './delivery-claims.port.js';

/** Whoever has lost the right to an endpoint: nothing is sent to it any more but what is claimed already. */
const nobody = new Rights('viewer', [], []);

/** Leaves out of events the content that is not for the member of the endpoint that they are sent to. */
export class DeliveredContents extends needing({ authorizations: Authorizations, contents: GuardedContents }) {
  async forEndpointsOf(claims: readonly Claim[]): Promise<Claim[]> {
    const isConcerned = ({ event }: Claimed) => this.contents.mayConcern(`"${event.type}"`);
    const concerned = claims.filter(({ taken }) => taken.some(isConcerned));
    if (concerned.length === 0) return [...claims];
    const authorizations = await this.authorizations.of(concerned.map(({ endpoint }) => endpoint));
    const readers = new Map(concerned.map(({ id }, i) => [id, authorizations[i]!]));
    const shown: Claim[] = [];
    for (const claim of claims) {
      const reader = readers.get(claim.id);
      if (!reader) shown.push(claim);
      else shown.push(await this.shownTo(typeof reader === 'string' ? nobody : withoutScopes(reader), claim));
    }
    return shown;
  }

  private async shownTo(reader: Rights, claim: Claim): Promise<Claim> {
    if (reader.isUnlimited) return claim;
    const subjects = claim.taken.map(({ event: { type, data } }) => {
      if (!this.contents.mayConcern(`"${type}"`)) return undefined;
      return { noun: nounOf(type), id: (JSON.parse(data) as { id: string }).id };
    });
    const hidden = await this.contents.hiddenFrom(reader, subjects);
    const taken = claim.taken.map((one, i) => {
      const { event } = one;
      const content = hidden[i];
      if (!content) return one;
      return { ...one, event: { ...event, data: JSON.stringify(content.withheld(JSON.parse(event.data) as object)) } };
    });
    return { ...claim, taken };
  }
}
