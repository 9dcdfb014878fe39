import { needing } from '../core/use-case.js';
import { inNewTenant } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { type Admitted, MemberAdmission } from '../members/member-admission.service.js';
import { Tenant, type TenantFields } from './tenant.js';
import { Tenants } from './tenants.port.js';
import { WorkspaceStart } from './workspace-start.service.js';

/** The member is the owner. */
export interface NewTenant extends Admitted {
  tenant: Tenant;
}

type Founding = TenantFields & { name: string; slug?: string; owner: { name: string; email: string } };

export class CreateTenant extends needing({
  transaction: Transaction,
  tenants: Tenants,
  start: WorkspaceStart,
  admission: MemberAdmission,
}) {
  run({ owner, ...fields }: Founding): Promise<NewTenant> {
    const everything = { domain: '*', accessLevel: 'admin', resourceFilter: null } as const;
    return inNewTenant(() =>
      this.transaction.run(async () => {
        const tenant = await this.tenants.add(new Tenant(fields));
        await this.start.make();
        return { tenant, ...(await this.admission.admit({ ...owner, role: 'owner' }, [everything])) };
      }),
    );
  }
}
