import type { Channel } from './channel.js';
import { Contacts } from './contacts.port.js';

export class GetContactChannel {
  static needs = [Contacts] as const;

  constructor(private readonly contacts: Contacts) {}

  async run({ id, channelId }: { id: string; channelId: string }): Promise<Channel> {
    return (await this.contacts.one(id)).channel(channelId);
  }
}
