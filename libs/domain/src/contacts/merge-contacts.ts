import { needing } from '../core/use-case.js';
import { invalid } from '../core/errors.js';
import type { Contact } from './contact.js';
import { Transaction } from '../core/transaction.js';
import { TaskLinks } from '../tasks/links/task-links.port.js';
import { Contacts } from './contacts.port.js';

export class MergeContacts extends needing({ transaction: Transaction, contacts: Contacts, links: TaskLinks }) {
  async run({ id, sourceId }: { id: string; sourceId: string }): Promise<Contact> {
    const detail = 'A contact cannot be merged into itself.';
    const source = sourceId.toLowerCase();
    if (id === source) throw invalid([{ pointer: '/source_id', code: 'same_contact', detail }]);
    return this.transaction.run(async () => {
      const [contact, gone] = await this.contacts.merge(id, source, (survivor, other) => survivor.absorb(other));
      await this.links.lead({ entityType: gone.noun, entityId: gone.id }, contact.id);
      return contact;
    });
  }
}
