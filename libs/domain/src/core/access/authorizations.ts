import type { Level, Rights } from './rights.js';
import type { Domain } from '../vocabulary.js';
import { currentScope } from '../scope.js';

export interface Principal {
  memberId: string | null;
  keyId: string | null;
}

export const denials = ['owner_deactivated', 'key_inactive', 'permission_denied'] as const;
export type Denial = (typeof denials)[number];

export const isDenial = (reason: string | null): reason is Denial => denials.some((denial) => denial === reason);

export abstract class Authorizations {
  /** One result per principal, in order: its rights by role, policies and key, or why it has none. */
  abstract of(principals: readonly Principal[]): Promise<(Rights | Denial)[]>;

  /** The first denial among the principals, all of whom need this right; null when there is none. */
  async denialOf(principals: readonly Principal[], domain: Domain, level: Level): Promise<Denial | null> {
    return (await this.denialsOf([principals], domain, level))[0]!;
  }

  async denialsOf(things: readonly (readonly Principal[])[], domain: Domain, level: Level): Promise<(Denial | null)[]> {
    const different = [...new Map(things.flat().map((principal) => [nameOf(principal), principal])).values()];
    const authorizations = await this.of(different);
    const known = new Map(different.map((principal, i) => [nameOf(principal), authorizations[i]!]));
    return things.map((principals) => {
      const theirs = principals.map((principal) => known.get(nameOf(principal))!);
      return denialIn(theirs, domain, level);
    });
  }
}

const nameOf = ({ memberId, keyId }: Principal) => `${memberId} ${keyId}`;

export function denialIn(authorizations: readonly (Rights | Denial)[], domain: Domain, level: Level): Denial | null {
  const denial = authorizations.find((one): one is Denial => typeof one === 'string');
  if (denial) return denial;
  return authorizations.every((one) => (one as Rights).allows(domain, level)) ? null : 'permission_denied';
}

export function currentPrincipal(): Principal {
  const { actor } = currentScope();
  return { memberId: actor.memberId, keyId: actor.type === 'api_key' ? actor.id : null };
}

/** Only administrators may take over work that ran on behalf of another member. */
export function mayTakeOver({ memberId }: Principal): boolean {
  const { actor, rights } = currentScope();
  return rights.isAdministrator || (memberId !== null && memberId === actor.memberId);
}
