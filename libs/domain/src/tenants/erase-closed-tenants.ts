import { uses } from '../core/use-case.js';
import { Tenants } from './tenants.port.js';

/** Erases tenants that were closed 30 days ago, in batches; another run continues where this one ended. */
export class EraseClosedTenants extends uses({ tenants: Tenants }) {
  async run(): Promise<void> {
    for (const { tenantId } of await this.tenants.erasableAcrossTenants())
      while ((await this.tenants.eraseSomeAcrossTenants(tenantId)) > 0);
  }
}
