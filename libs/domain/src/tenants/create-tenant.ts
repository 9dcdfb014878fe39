import { uses } from '../core/use-case.js';
import { Outbox } from '../core/events/subscriptions.js';
import { inNewTenant } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { type Admitted, MemberAdmission } from '../api-keys/member-admission.service.js';
import { Notebook } from '../notebooks/notebook.js';
import { Notebooks } from '../notebooks/notebooks.port.js';
import { Statuses } from '../projects/projects.port.js';
import { startingStatuses } from '../projects/status.js';
import { Tenant, type TenantFields } from './tenant.js';
import { Tenants } from './tenants.port.js';

export interface NewTenant extends Admitted {
  tenant: Tenant;
}

type TenantRequest = TenantFields & { name: string; slug?: string; owner: { name: string; email: string } };

export class CreateTenant extends uses({
  transaction: Transaction,
  tenants: Tenants,
  outbox: Outbox,
  statuses: Statuses,
  notebooks: Notebooks,
  admission: MemberAdmission,
}) {
  run({ owner, ...fields }: TenantRequest): Promise<NewTenant> {
    const everything = { domain: '*', accessLevel: 'admin', resourceFilter: null } as const;
    return inNewTenant(() =>
      this.transaction.run(async () => {
        const tenant = await this.tenants.add(new Tenant(fields));
        await this.outbox.open();
        await this.statuses.addWithoutEvents(startingStatuses(null));
        await this.notebooks.add(new Notebook({ name: 'Notes', isDefault: true }));
        return { tenant, ...(await this.admission.admit({ ...owner, role: 'owner' }, [everything])) };
      }),
    );
  }
}
