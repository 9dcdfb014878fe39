import type { Page, PageRequest } from '../core/page.js';
import { Contacts } from './contacts.port.js';

export class ListContacts {
  static needs = [Contacts] as const;

  constructor(private readonly contacts: Contacts) {}

  run(input: PageRequest & object): Promise<Page> {
    return this.contacts.page(input);
  }
}
