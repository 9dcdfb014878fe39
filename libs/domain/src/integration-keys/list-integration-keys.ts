import type { Page, PageRequest } from '../core/page.js';
import { IntegrationKeys } from './integration-keys.port.js';

export class ListIntegrationKeys {
  static needs = [IntegrationKeys] as const;

  constructor(private readonly keys: IntegrationKeys) {}

  run(request: PageRequest): Promise<Page> {
    return this.keys.page(request);
  }
}
