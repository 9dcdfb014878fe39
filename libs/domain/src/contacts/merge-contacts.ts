import { uses } from '../core/use-case.js';
import { mustHold } from '../core/errors.js';
import type { Contact } from './contact.js';
import { Transaction } from '../core/transaction.js';
import { TaskLinking } from '../tasks/links/task-linking.service.js';
import { ContactDeals } from './contact-deals.port.js';
import { Contacts } from './contacts.port.js';

export class MergeContacts extends uses({
  transaction: Transaction,
  contacts: Contacts,
  deals: ContactDeals,
  linking: TaskLinking,
}) {
  async run({ id, sourceId }: { id: string; sourceId: string }): Promise<Contact> {
    mustHold(id !== sourceId, 'source_id', 'same_contact', 'A contact cannot be merged into itself.');
    return this.transaction.run(async () => {
      const [contact, source] = await this.contacts.lockPair(id, sourceId);
      contact.absorb(source);
      // The source is stored first, since its channels are exclusive.
      await this.contacts.saveAll([source, contact]);
      await this.contacts.changeEach({ mergedInto: source.id }, (former) => former.leadTo(contact));
      await this.deals.replaceContact(source.id, contact.id);
      await this.linking.redirect({ entityType: source.typeName, entityId: source.id }, contact.id);
      return contact;
    });
  }
}
