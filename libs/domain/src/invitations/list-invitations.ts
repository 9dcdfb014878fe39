import type { Page, PageRequest } from '../core/page.js';
import { Invitations } from './invitations.port.js';

export class ListInvitations {
  static needs = [Invitations] as const;

  constructor(private readonly invitations: Invitations) {}

  run(input: PageRequest & object): Promise<Page> {
    return this.invitations.page(input);
  }
}
