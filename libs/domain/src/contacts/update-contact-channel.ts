import { uses } from '../core/use-case.js';
import type { Channel, ChannelFields } from './channel.js';
import { Contacts } from './contacts.port.js';

export class UpdateContactChannel extends uses({ contacts: Contacts }) {
  async run({ id, channelId, ...fields }: ChannelFields & { id: string; channelId: string }): Promise<Channel> {
    const contact = await this.contacts.change(id, (found) => found.changeChannel(channelId, fields));
    return contact.channel(channelId);
  }
}
