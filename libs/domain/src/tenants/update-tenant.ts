import { currentScope } from '../core/scope.js';
import type { Tenant, TenantFields } from './tenant.js';
import { Tenants } from './tenants.port.js';

export class UpdateTenant {
  static needs = [Tenants] as const;

  constructor(private readonly tenants: Tenants) {}

  run(fields: TenantFields): Promise<Tenant> {
    return this.tenants.change(currentScope().tenantId, (tenant) => tenant.update(fields));
  }
}
