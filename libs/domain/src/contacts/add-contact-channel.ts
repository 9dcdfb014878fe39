import { uses } from '../core/use-case.js';
import type { Channel, NewChannel } from './channel.js';
import { Contacts } from './contacts.port.js';

export class AddContactChannel extends uses({ contacts: Contacts }) {
  async run({ id, ...fields }: NewChannel & { id: string }): Promise<Channel> {
    const contact = await this.contacts.change(id, (found) => found.addChannel(fields));
    return contact.contactChannels.at(-1)!;
  }
}
