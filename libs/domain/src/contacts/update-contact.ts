import { uses } from '../core/use-case.js';
import type { Contact, ContactFields } from './contact.js';
import { Contacts } from './contacts.port.js';

export class UpdateContact extends uses({ contacts: Contacts }) {
  run({ id, ...fields }: ContactFields & { id: string }): Promise<Contact> {
    return this.contacts.change(id, (contact) => contact.update(fields));
  }
}
