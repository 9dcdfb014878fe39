import type { Page, PageRequest } from '../core/page.js';
import { Notes } from './notes.port.js';

export class ListNotes {
  static needs = [Notes] as const;

  constructor(private readonly notes: Notes) {}

  run(input: PageRequest & object): Promise<Page> {
    return this.notes.page(input);
  }
}
