import type { Rendered } from '../core/page.js';
import { PartsOfAggregate, Store } from '../core/store.js';
import type { ChannelType } from './channel-types.js';
import type { Channel } from './channel.js';
import type { Contact, ContactKind } from './contact.js';

declare module '../core/vocabulary.js' {
  interface Domains {
    contacts: true;
  }
  interface Linkables {
    contact: true;
  }
}

export interface ContactFilters {
  kind?: ContactKind;
  q?: string;
  /** Those that were merged into it. */
  mergedInto?: string;
}

/**
 * Contacts with their channels. A contact is also found by the id of one that was merged into it. Storing a contact
 * with a channel that belongs to another one is the conflict channel_taken, with the other's id.
 */
export abstract class Contacts extends Store<Contact, ContactFilters> {
  /** The contact with this normalised channel; of several, one whose primary channel it is, else the one changed last. */
  abstract readByChannel(type: ChannelType, normalizedValue: string): Promise<Rendered<Contact>>;

  /** Locks both, in the order of their ids. One that was merged in the meantime is not found. */
  abstract lockPair(id: string, sourceId: string): Promise<[contact: Contact, source: Contact]>;
}

export abstract class ContactChannels extends PartsOfAggregate<Channel> {}
