import type { Page, PageRequest } from '../core/page.js';
import { ContactChannels } from './contact-channels.port.js';
import { Contacts } from './contacts.port.js';

export class ListContactChannels {
  static needs = [Contacts, ContactChannels] as const;

  constructor(
    private readonly contacts: Contacts,
    private readonly channels: ContactChannels,
  ) {}

  async run({ id, ...request }: PageRequest & { id: string }): Promise<Page> {
    const contact = await this.contacts.one(id);
    return this.channels.page({ ...request, contactId: contact.id });
  }
}
