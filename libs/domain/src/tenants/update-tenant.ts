import { needing } from '../core/use-case.js';
import { currentScope } from '../core/scope.js';
import type { Tenant, TenantFields } from './tenant.js';
import { Tenants } from './tenants.port.js';

export class UpdateTenant extends needing({ tenants: Tenants }) {
  run(fields: TenantFields): Promise<Tenant> {
    return this.tenants.change(currentScope().tenantId, (tenant) => tenant.update(fields));
  }
}
