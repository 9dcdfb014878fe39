import type { Page, PageRequest } from '../core/page.js';
import { Notebooks } from './notebooks.port.js';

export class ListNotebooks {
  static needs = [Notebooks] as const;

  constructor(private readonly notebooks: Notebooks) {}

  run(input: PageRequest & object): Promise<Page> {
    return this.notebooks.page(input);
  }
}
