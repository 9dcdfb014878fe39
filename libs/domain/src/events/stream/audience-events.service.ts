import { uses } from '../../core/use-case.js';
import { DeliveredContents } from '../../webhooks/deliveries/delivered-contents.service.js';
import type { Audience } from './audience.js';
import { EventFeed, type FeedEvent } from './event-feed.port.js';

/** What an audience sees of consecutive events of the tenant of the scope. */
export class AudienceEvents extends uses({ feed: EventFeed, contents: DeliveredContents }) {
  async shownTo(audience: Audience, events: readonly FeedEvent[]): Promise<readonly FeedEvent[]> {
    const shown = await this.reached(audience, events);
    return shown.length ? this.contents.readableTo(audience.reader, shown) : shown;
  }

  private async reached({ reach, readsAllEvents }: Audience, events: readonly FeedEvent[]) {
    const ofDomains = readsAllEvents ? events : events.filter(({ channels }) => channels.length > 0);
    if (!reach || ofDomains.length === 0) return ofDomains;
    const range = { from: ofDomains[0]!.sequence, to: ofDomains.at(-1)!.sequence };
    const sequences = await this.feed.shownIn(range, reach);
    return ofDomains.filter(({ sequence }) => sequences.has(sequence));
  }
}
