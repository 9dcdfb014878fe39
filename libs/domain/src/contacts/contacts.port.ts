import type { Rendered } from '../core/page.js';
import { Parts, Store } from '../core/store.js';
import type { ChannelType } from './channel-types.js';
import type { Channel } from './channel.js';
import type { Contact, ContactKind } from './contact.js';

export interface ContactFilters {
  kind?: ContactKind;
  q?: string;
}

/**
 * Contacts with their channels. A contact is also found by the id of one that was merged into it. Storing a contact
 * with a channel that belongs to another one is the conflict channel_taken, with the other's id.
 */
export abstract class Contacts extends Store<Contact, ContactFilters> {
  /** The contact with this channel (normalised): one whose primary it is before others, then the one changed last. */
  abstract readByChannel(type: ChannelType, normalizedValue: string): Promise<Rendered<Contact>>;

  /** Locks both, whichever comes first, applies the synchronous rule and stores both. The source's id is the contact's from then on. */
  abstract merge(
    id: string,
    sourceId: string,
    rule: (contact: Contact, source: Contact) => void,
  ): Promise<[contact: Contact, source: Contact]>;
}

/** The channels of contacts, to be shown; they change with their contact. */
export abstract class ContactChannels extends Parts<Channel> {}
