import { Transaction } from '../core/transaction.js';
import { uses } from '../core/use-case.js';
import { TenantTasks } from './tenant-tasks.port.js';
import type { Tenant, TenantFields } from './tenant.js';
import { Tenants } from './tenants.port.js';

export class UpdateTenant extends uses({ tenants: Tenants, tasks: TenantTasks, transaction: Transaction }) {
  run(fields: TenantFields): Promise<Tenant> {
    return this.transaction.run(async () => {
      const tenant = await this.tenants.changeCurrent((found) => found.update(fields));
      // The rest is left to FollowTimeZones.
      if (fields.timezone) await this.tasks.followTimeZone(tenant.timezone, null);
      return tenant;
    });
  }
}
