import { needing } from '../core/use-case.js';
import type { ApiKey } from '../api-keys/api-key.js';
import { newId } from '../core/id.js';
import { currentScope, inScope } from '../core/scope.js';
import { Outbox } from '../core/subscriptions.js';
import { Transaction } from '../core/transaction.js';
import type { Rendered } from '../core/page.js';
import { Tenant, type TenantFields } from './tenant.js';
import { Tenants } from './tenants.port.js';
import { WorkspaceStart } from './workspace-start.service.js';

export interface NewTenant {
  tenant: Tenant;
  /** The owner. */
  member: Rendered;
  apiKey: ApiKey;
}

export class CreateTenant extends needing({
  transaction: Transaction,
  tenants: Tenants,
  outbox: Outbox,
  start: WorkspaceStart,
}) {
  run({
    owner,
    ...fields
  }: TenantFields & { name: string; slug?: string; owner: { name: string; email: string } }): Promise<NewTenant> {
    return inScope({ ...currentScope(), tenantId: newId() }, () =>
      this.transaction.run(async () => {
        const tenant = await this.tenants.add(new Tenant(fields));
        await this.outbox.open();
        return { tenant, ...(await this.start.make(owner)) };
      }),
    );
  }
}
