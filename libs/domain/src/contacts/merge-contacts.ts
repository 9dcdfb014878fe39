import { uses } from '../core/use-case.js';
import { mustHold } from '../core/errors.js';
import type { Contact } from './contact.js';
import { Transaction } from '../core/transaction.js';
import { TaskLinking } from '../tasks/links/task-linking.service.js';
import { Contacts } from './contacts.port.js';

export class MergeContacts extends uses({ transaction: Transaction, contacts: Contacts, linking: TaskLinking }) {
  async run({ id, sourceId }: { id: string; sourceId: string }): Promise<Contact> {
    mustHold(id !== sourceId, 'source_id', 'same_contact', 'A contact cannot be merged into itself.');
    return this.transaction.run(async () => {
      const [contact, gone] = await this.contacts.lockPair(id, sourceId);
      contact.absorb(gone);
      // The source is stored first: its channels must be gone before the other contact can have them.
      await this.contacts.saveAll([gone, contact]);
      await this.contacts.changeEach({ mergedInto: gone.id }, (former) => former.leadTo(contact));
      await this.linking.redirect({ entityType: gone.noun, entityId: gone.id }, contact.id);
      return contact;
    });
  }
}
