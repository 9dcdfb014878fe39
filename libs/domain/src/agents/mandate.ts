import { intersectionOf, domains, Rights } from '../core/rights.js';
import { conflict } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { currentParty, type Party } from '../core/standings.js';

/** The members and keys an agent works for, with a copy of the rights they had when they created, changed or triggered it. */
export interface Mandate {
  /** The owner of the run or schedule. */
  memberId: string | null;
  rights: RightsCopy;
}

type GivenRights = Pick<Rights, 'role' | 'policies' | 'scopes'>;

export interface RightsCopy extends GivenRights {
  keyId?: string | null;
  /** Others who changed or triggered it: it may do only what each of them may do. */
  others?: readonly Grant[];
}

/** A member or key that something works for, with the rights it had then. */
export type Grant = Party & GivenRights;

const mostGrants = 20;

/** The mandate of the present caller. */
export function currentMandate(): Mandate {
  const { memberId, keyId } = currentParty();
  const [rights, ...others] = currentScope().rights.intersected.map(({ role, policies, scopes }) => ({
    role,
    policies,
    scopes,
  }));
  const grants = others.map((other) => ({ memberId, keyId, ...other }));
  return { memberId, rights: { ...rights!, keyId, ...(grants.length && { others: grants }) } };
}

/** All parties of the mandate, the owner first. */
export function grantsOf({ memberId, rights: { keyId = null, others = [], ...rights } }: Mandate): Grant[] {
  return [{ memberId, keyId, ...rights }, ...others];
}

/** Their members, each once. */
export const membersOf = (mandate: Mandate): string[] => [
  ...new Set(grantsOf(mandate).flatMap(({ memberId }) => memberId ?? [])),
];

/** The rights of a mandate with the parties of another one added: only what all of them may do. */
export function sharedWith(mandate: Mandate, other: Mandate): RightsCopy {
  const known = grantsOf(mandate);
  const added = grantsOf(other).filter(
    (one) => !known.some(({ memberId, keyId }) => memberId === one.memberId && keyId === one.keyId),
  );
  if (added.length === 0) return mandate.rights;
  if (known.length + added.length > mostGrants)
    throw conflict(
      'too_many_hands',
      `This schedule already works on behalf of ${mostGrants} members and API keys; create a new schedule.`,
    );
  return { ...mandate.rights, others: [...(mandate.rights.others ?? []), ...added] };
}

/** What both the copies and the present rights of all parties permit. */
export const rightsOf = (grants: readonly Grant[], standings: readonly Rights[]): Rights =>
  intersectionOf([...grants.map(({ role, policies, scopes }) => new Rights(role, policies, scopes)), ...standings]);

/** The read-only part of rights, for blueprints without effects. */
export const readingOf = (rights: Rights): Rights =>
  intersectionOf(
    rights.intersected.map((one) => {
      const readable = domains().filter((domain) => one.allows(domain, 'read'));
      const scopes = readable.map((domain) => `${domain}:read`);
      return new Rights(one.role, one.policies, scopes);
    }),
  );
