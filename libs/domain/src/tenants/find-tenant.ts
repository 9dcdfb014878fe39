import { uses } from '../core/use-case.js';
import type { Tenant } from './tenant.js';
import { Tenants } from './tenants.port.js';

/** Finds the tenant that an operator names by its slug or its id; both are kept in lower case. */
export class FindTenant extends uses({ tenants: Tenants }) {
  run({ named }: { named: string }): Promise<Tenant | undefined> {
    return this.tenants.findAcrossTenants(named.toLowerCase());
  }
}
