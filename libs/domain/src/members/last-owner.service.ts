import { needing } from '../core/use-case.js';
import { Members } from './members.port.js';

/** Finds out whether a member is the last active owner who can administer members. */
export class LastOwner extends needing({ members: Members }) {
  /** Locks the owners until the transaction ends; true when no other active one can administer members. */
  async lockOwnersAndCheck(id: string): Promise<boolean> {
    const owners = await this.members.lockOwners();
    const others = owners.filter((owner) => owner.id !== id.toLowerCase());
    if (others.length === owners.length) return false;
    for (const owner of others) if (owner.canAdminister(await this.members.policiesOf(owner.id))) return false;
    return true;
  }
}
