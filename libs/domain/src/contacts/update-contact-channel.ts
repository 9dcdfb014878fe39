import type { Channel, ChannelFields } from './channel.js';
import { Contacts } from './contacts.port.js';

export class UpdateContactChannel {
  static needs = [Contacts] as const;

  constructor(private readonly contacts: Contacts) {}

  async run({ id, channelId, ...fields }: ChannelFields & { id: string; channelId: string }): Promise<Channel> {
    const contact = await this.contacts.change(id, (found) => found.changeChannel(channelId, fields));
    return contact.channel(channelId);
  }
}
