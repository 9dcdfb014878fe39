import type { Rendered } from '../core/page.js';
import { Tenants } from './tenants.port.js';

export class GetTenant {
  static needs = [Tenants] as const;

  constructor(private readonly tenants: Tenants) {}

  run({ id }: { id: string }): Promise<Rendered> {
    return this.tenants.readAcrossTenants(id);
  }
}
