import type { Page, PageRequest } from '../core/page.js';
import { ApiKeys } from './api-keys.port.js';

export class ListApiKeys {
  static needs = [ApiKeys] as const;

  constructor(private readonly apiKeys: ApiKeys) {}

  run(input: PageRequest & object): Promise<Page> {
    return this.apiKeys.page(input);
  }
}
