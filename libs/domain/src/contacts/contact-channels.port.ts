import type { Page, PageRequest } from '../core/page.js';

/** The channels of contacts as lists show them; they change with their contact. */
export abstract class ContactChannels {
  abstract page(request: PageRequest & { contactId: string }): Promise<Page>;
}
