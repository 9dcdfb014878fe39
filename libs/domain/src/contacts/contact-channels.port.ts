import type { Page, PageRequest, Rendered } from '../core/page.js';
import type { Channel } from './channel.js';

/** The channels of contacts as they are shown, like `Parts`; they change with their contact. */
export abstract class ContactChannels {
  abstract pageOf(contactId: string, request: PageRequest): Promise<Page<Channel>>;

  abstract readOf(contactId: string, id: string): Promise<Rendered<Channel>>;
}
