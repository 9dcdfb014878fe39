import { Erasure } from '../core/erasure.js';
import { Extensions } from '../core/extensions.js';
import { Transaction } from '../core/transaction.js';
import { uses } from '../core/use-case.js';
import type { Contact } from './contact.js';
import { Contacts } from './contacts.port.js';

/** Also erases contacts that were merged into it, deleted ones included. */
export class EraseContact extends uses({ transaction: Transaction, contacts: Contacts, extensions: Extensions }) {
  run({ id }: { id: string }): Promise<Contact> {
    return this.transaction.run(async () => {
      const contact = await this.contacts.lockOrDeleted(id);
      const ids = [contact.id];
      contact.erase();
      await this.contacts.saveAll([contact]);
      await this.contacts.changeEach({ mergedInto: contact.id }, (former) => {
        former.erase();
        ids.push(former.id);
      });
      for (const erasure of this.extensions.of(Erasure)) await erasure.erase(ids);
      return contact;
    });
  }
}
