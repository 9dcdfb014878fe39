import { uses } from '../core/use-case.js';
import type { Tenant } from './tenant.js';
import { Tenants } from './tenants.port.js';

/** Takes a slug or id; both are stored in lower case. */
export class FindTenant extends uses({ tenants: Tenants }) {
  run({ named }: { named: string }): Promise<Tenant | undefined> {
    return this.tenants.findAcrossTenants(named.toLowerCase());
  }
}
