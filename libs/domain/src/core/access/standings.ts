import type { Level, Rights } from './rights.js';
import type { Domain } from '../vocabulary.js';
import { currentScope } from '../scope.js';

/** The member (and API key) something runs on behalf of. */
export interface Party {
  /** Null: no member, so nothing can be taken away. */
  memberId: string | null;
  keyId: string | null;
}

/** Why it may no longer run: the member is deactivated; the key is revoked, paused or expired; or they lost the right to it. */
export const lapses = ['owner_deactivated', 'key_inactive', 'permission_denied'] as const;
export type Lapse = (typeof lapses)[number];

export const isLapse = (reason: string | null): reason is Lapse => lapses.some((lapse) => lapse === reason);

/** Events of members and API keys after which something may no longer run on their behalf. */
export const standingEvents = [
  'member.deactivated',
  'member.updated',
  'access_policy.updated',
  'api_key.revoked',
] as const;

export abstract class Standings {
  /** For each party in turn: its rights by role, policies and key, or why it has none. */
  abstract of(parties: readonly Party[]): Promise<(Rights | Lapse)[]>;

  /** Why something that needs this right may not run on behalf of all of them; null when it may. */
  async lapseOf(parties: readonly Party[], domain: Domain, level: Level): Promise<Lapse | null> {
    return (await this.lapsesOf([parties], domain, level))[0]!;
  }

  /** The same of several things, each with its own parties. */
  async lapsesOf(things: readonly (readonly Party[])[], domain: Domain, level: Level): Promise<(Lapse | null)[]> {
    const different = [...new Map(things.flat().map((party) => [nameOf(party), party])).values()];
    const standings = await this.of(different);
    const known = new Map(different.map((party, i) => [nameOf(party), standings[i]!]));
    return things.map((parties) => {
      const theirs = parties.map((party) => known.get(nameOf(party))!);
      return lapseIn(theirs, domain, level);
    });
  }
}

const nameOf = ({ memberId, keyId }: Party) => `${memberId} ${keyId}`;

/** The same for standings that are known. */
export function lapseIn(standings: readonly (Rights | Lapse)[], domain: Domain, level: Level): Lapse | null {
  const lapse = standings.find((one): one is Lapse => typeof one === 'string');
  if (lapse) return lapse;
  return standings.every((one) => (one as Rights).allows(domain, level)) ? null : 'permission_denied';
}

export function currentParty(): Party {
  const { actor } = currentScope();
  return { memberId: actor.memberId, keyId: actor.type === 'api_key' ? actor.id : null };
}

/** True when the caller may take over what ran on behalf of somebody else, or of themselves before. */
export function mayTakeOver({ memberId }: Party): boolean {
  const { actor, rights } = currentScope();
  return rights.isAdministrator || (memberId !== null && memberId === actor.memberId);
}
