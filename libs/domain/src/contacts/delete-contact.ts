import { uses } from '../core/use-case.js';
import { Contacts } from './contacts.port.js';

export class DeleteContact extends uses({ contacts: Contacts }) {
  async run({ id }: { id: string }): Promise<void> {
    await this.contacts.change(id, (contact) => contact.delete());
  }
}
