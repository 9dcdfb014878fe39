import type { Members } from './members.port.js';

/** True when no other active owner is left who may let others in; that stays so until the transaction ends. */
export async function isLastOwner(id: string, members: Members): Promise<boolean> {
  const owners = await members.lockOwners();
  const others = owners.filter((owner) => owner.id !== id.toLowerCase());
  if (others.length === owners.length) return false;
  for (const owner of others) if (owner.keepsHouse(await members.policiesOf(owner.id))) return false;
  return true;
}
