import type { Rendered } from '../core/page.js';
import { Contacts } from './contacts.port.js';

export class GetContact {
  static needs = [Contacts] as const;

  constructor(private readonly contacts: Contacts) {}

  run({ id }: { id: string }): Promise<Rendered> {
    return this.contacts.read(id);
  }
}
