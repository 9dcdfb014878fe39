import { uses } from '../core/use-case.js';
import { Contacts } from './contacts.port.js';

export class RemoveContactChannel extends uses({ contacts: Contacts }) {
  async run({ id, channelId }: { id: string; channelId: string }): Promise<void> {
    await this.contacts.change(id, (contact) => contact.removeChannel(channelId));
  }
}
