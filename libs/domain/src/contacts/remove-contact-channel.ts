import { needing } from '../core/use-case.js';
import { Contacts } from './contacts.port.js';

export class RemoveContactChannel extends needing({ contacts: Contacts }) {
  async run({ id, channelId }: { id: string; channelId: string }): Promise<void> {
    await this.contacts.change(id, (contact) => contact.removeChannel(channelId));
  }
}
