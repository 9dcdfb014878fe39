import type { Page, PageRequest } from '../core/page.js';
import { Members } from './members.port.js';

export class ListMembers {
  static needs = [Members] as const;

  constructor(private readonly members: Members) {}

  run(input: PageRequest & object): Promise<Page> {
    return this.members.page(input);
  }
}
