import type { Domain, Level, Rights } from './rights.js';
import { currentScope } from './scope.js';

/** In whose name something works: a member, and the API key by which they asked for it where they used one. */
export interface Party {
  /** Null is no member, and nothing that could be taken away. */
  memberId: string | null;
  keyId: string | null;
}

/** Why nothing works in somebody's name any more: they are deactivated, their key is revoked, paused or expired, or they lost the right to it. */
export const lapses = ['owner_deactivated', 'key_inactive', 'permission_denied'] as const;
export type Lapse = (typeof lapses)[number];

export const isLapse = (reason: string | null): reason is Lapse => lapses.some((lapse) => lapse === reason);

/** What happens to members and API keys that may take away what works in their name. */
export const standingEvents = [
  'member.deactivated',
  'member.updated',
  'access_policy.updated',
  'api_key.revoked',
] as const;

/** What those may do now in whose name something works. */
export abstract class Standings {
  /** For each of them in turn what role, policies and key permit at this moment, or why that is nothing. */
  abstract of(parties: readonly Party[]): Promise<(Rights | Lapse)[]>;

  /** Why something that needs this right may not work for all of them now; null when it may. */
  async lapseOf(parties: readonly Party[], domain: Domain, level: Level): Promise<Lapse | null> {
    const standings = await this.of(parties);
    const lapse = standings.find((one): one is Lapse => typeof one === 'string');
    if (lapse) return lapse;
    return standings.every((one) => (one as Rights).allows(domain, level)) ? null : 'permission_denied';
  }
}

/** Whoever asks now. */
export function currentParty(): Party {
  const { actor } = currentScope();
  return { memberId: actor.memberId, keyId: actor.type === 'api_key' ? actor.id : null };
}

/** True for whoever may take over what worked for somebody else, or for themselves before. */
export function mayTakeOver({ memberId }: Party): boolean {
  const { actor, rights } = currentScope();
  return rights.isAdministrator || (memberId !== null && memberId === actor.memberId);
}
