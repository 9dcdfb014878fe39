import { Authorizations } from '../../core/access/authorizations.js';
import { nounOf } from '../../core/events/event-types.js';
import type { GuardedContent, Subject } from '../../core/access/guarded-content.js';
import { GuardedContents } from '../../core/access/guarded-contents.service.js';
import { withoutScopes } from '../../core/access/reading.js';
import { Rights } from '../../core/access/rights.js';
import { needing } from '../../core/use-case.js';
import type { WebhookEvent } from '../webhook-body.js';
import type { Claim } from './delivery-claims.port.js';

/** Reads for a member who has lost the right to the endpoint: it still gets what is claimed already. */
const nobody = new Rights('viewer', [], []);

/** Removes guarded content from events whose endpoint belongs to a member who may not read it. */
export class DeliveredContents extends needing({ authorizations: Authorizations, contents: GuardedContents }) {
  async forEndpointsOf(claims: readonly Claim[]): Promise<Claim[]> {
    const concerned = claims.filter(({ taken }) => taken.some(({ event }) => this.contents.guards(nounOf(event.type))));
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
    const subjects = claim.taken.map(({ event }) => this.subjectOf(event));
    const hidden = await this.contents.hiddenFrom(reader, subjects);
    const taken = claim.taken.map((one, i) => (hidden[i] ? { ...one, event: withheld(one.event, hidden[i]) } : one));
    return { ...claim, taken };
  }

  private subjectOf({ type, data }: WebhookEvent): Subject | undefined {
    const noun = nounOf(type);
    return this.contents.guards(noun) ? { noun, id: (JSON.parse(data) as { id: string }).id } : undefined;
  }
}

const withheld = (event: WebhookEvent, content: GuardedContent): WebhookEvent => ({
  ...event,
  data: JSON.stringify(content.withheld(JSON.parse(event.data) as object)),
});
