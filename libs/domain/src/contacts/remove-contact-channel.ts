import { Contacts } from './contacts.port.js';

export class RemoveContactChannel {
  static needs = [Contacts] as const;

  constructor(private readonly contacts: Contacts) {}

  async run({ id, channelId }: { id: string; channelId: string }): Promise<void> {
    await this.contacts.change(id, (contact) => contact.removeChannel(channelId));
  }
}
