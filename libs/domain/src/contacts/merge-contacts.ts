import { invalid } from '../core/errors.js';
import type { Contact } from './contact.js';
import { Contacts } from './contacts.port.js';

export class MergeContacts {
  static needs = [Contacts] as const;

  constructor(private readonly contacts: Contacts) {}

  async run({ id, sourceId }: { id: string; sourceId: string }): Promise<Contact> {
    const detail = 'A contact cannot be merged into itself.';
    const source = sourceId.toLowerCase();
    if (id === source) throw invalid([{ pointer: '/source_id', code: 'same_contact', detail }]);
    return this.contacts.merge(id, source, (contact, other) => contact.absorb(other));
  }
}
