import { Contacts } from './contacts.port.js';

export class DeleteContact {
  static needs = [Contacts] as const;

  constructor(private readonly contacts: Contacts) {}

  async run({ id }: { id: string }): Promise<void> {
    await this.contacts.change(id, (contact) => contact.delete());
  }
}
