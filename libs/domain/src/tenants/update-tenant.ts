import { uses } from '../core/use-case.js';
import type { Tenant, TenantFields } from './tenant.js';
import { Tenants } from './tenants.port.js';

export class UpdateTenant extends uses({ tenants: Tenants }) {
  run(fields: TenantFields): Promise<Tenant> {
    return this.tenants.changeCurrent((tenant) => tenant.update(fields));
  }
}
