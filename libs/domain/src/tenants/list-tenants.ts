import type { Page, PageRequest } from '../core/page.js';
import { Tenants } from './tenants.port.js';

export class ListTenants {
  static needs = [Tenants] as const;

  constructor(private readonly tenants: Tenants) {}

  run(input: PageRequest): Promise<Page> {
    return this.tenants.pageAcrossTenants(input);
  }
}
