import { uses } from '../core/use-case.js';
import type { NewChannel } from './channel.js';
import { Contact, type ContactFields } from './contact.js';
import { Contacts } from './contacts.port.js';

export class CreateContact extends uses({ contacts: Contacts }) {
  run(input: ContactFields & { channels?: NewChannel[] }): Promise<Contact> {
    return this.contacts.add(new Contact(input));
  }
}
