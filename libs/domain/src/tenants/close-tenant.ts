import { orNotFound } from '../core/errors.js';
import { inOtherTenant } from '../core/scope.js';
import { uses } from '../core/use-case.js';
import { Tenants } from './tenants.port.js';

/** For the operator. */
export class CloseTenant extends uses({ tenants: Tenants }) {
  async run({ id }: { id: string }): Promise<void> {
    orNotFound(await this.tenants.findAcrossTenants(id));
    await inOtherTenant(id, () => this.tenants.changeCurrent((tenant) => tenant.close()));
  }
}
