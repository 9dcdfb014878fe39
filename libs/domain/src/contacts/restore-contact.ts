import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import type { Contact } from './contact.js';
import { Contacts } from './contacts.port.js';

export class RestoreContact extends uses({ transaction: Transaction, contacts: Contacts }) {
  run({ id }: { id: string }): Promise<Contact> {
    return this.transaction.run(async () => {
      const contact = await this.contacts.lockOrDeleted(id);
      contact.restore(await this.contacts.lockTaken(contact));
      await this.contacts.saveAll([contact]);
      return contact;
    });
  }
}
