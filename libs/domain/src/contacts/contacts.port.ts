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
  mergedInto?: string;
}

/** The id of a merged contact finds its target. Storing a taken channel throws channel_taken with the other's id. */
export abstract class Contacts extends Store<Contact, ContactFilters> {
  /** Of several contacts with this normalized channel, the one that has it as primary, or else the latest change. */
  abstract readByChannel(type: ChannelType, normalizedValue: string): Promise<Rendered<Contact>>;

  /** Locks both, by id; a contact that was merged in the meantime is not found. */
  abstract lockPair(id: string, sourceId: string): Promise<[contact: Contact, source: Contact]>;

  /** The channels that another contact has; no other one can be taken until the open transaction ends. */
  abstract lockTaken(contact: Contact): Promise<Channel[]>;
}

export abstract class ContactChannels extends PartsOfAggregate<Channel> {}
