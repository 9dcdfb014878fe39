import type { Page, PageRequest } from '../core/page.js';
import { Events } from './events.port.js';

export class ListEvents {
  static needs = [Events] as const;

  constructor(private readonly events: Events) {}

  run(input: PageRequest & { afterSequence?: number }): Promise<Page> {
    return this.events.page(input);
  }
}
