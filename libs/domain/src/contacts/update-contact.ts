import type { Contact, ContactFields } from './contact.js';
import { Contacts } from './contacts.port.js';

export class UpdateContact {
  static needs = [Contacts] as const;

  constructor(private readonly contacts: Contacts) {}

  run({ id, ...fields }: ContactFields & { id: string }): Promise<Contact> {
    return this.contacts.change(id, (contact) => contact.update(fields));
  }
}
