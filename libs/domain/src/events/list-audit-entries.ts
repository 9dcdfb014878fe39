import type { Page, PageRequest } from '../core/page.js';
import { Events } from './events.port.js';

export class ListAuditEntries {
  static needs = [Events] as const;

  constructor(private readonly events: Events) {}

  run(input: PageRequest & object): Promise<Page> {
    return this.events.auditPage(input);
  }
}
