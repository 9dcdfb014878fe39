import { needing } from '../core/use-case.js';
import { Members } from './members.port.js';

/** Knows whom a tenant cannot do without. */
export class LastOwner extends needing({ members: Members }) {
  /** True when no other active owner is left who may let others in; that stays so until the transaction ends. */
  async is(id: string): Promise<boolean> {
    const owners = await this.members.lockOwners();
    const others = owners.filter((owner) => owner.id !== id.toLowerCase());
    if (others.length === owners.length) return false;
    for (const owner of others) if (owner.canAdminister(await this.members.policiesOf(owner.id))) return false;
    return true;
  }
}
