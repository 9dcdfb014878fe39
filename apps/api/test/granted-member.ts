import { limitedMember } from './limited-member.js';
import type { Caller, World } from './world.js';

export interface GrantedPolicy {
  domain: string;
  access_level: string;
  resource_filter?: object | null;
}

/** Replaces the access policies of a member, as a caller. */
export const grant = (by: Caller, to: { memberId: string }, policies: GrantedPolicy[]) =>
  by.put(`/members/${to.memberId}/access`, { access_policies: policies });

/** A key of a new member of the caller's tenant, whose access policies the caller set through the API. */
export async function grantedMember(world: World, of: Caller, policies: GrantedPolicy[], role = 'member') {
  const caller = await limitedMember(world, of, [], role);
  const { status } = await grant(of, caller, policies);
  if (status !== 200) throw new Error(`the policies were refused with ${status}`);
  return caller;
}
