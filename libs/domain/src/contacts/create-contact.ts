import type { NewChannel } from './channel.js';
import { Contact, type ContactFields } from './contact.js';
import { Contacts } from './contacts.port.js';

export class CreateContact {
  static needs = [Contacts] as const;

  constructor(private readonly contacts: Contacts) {}

  run(input: ContactFields & { channels?: NewChannel[] }): Promise<Contact> {
    return this.contacts.add(new Contact(input));
  }
}
