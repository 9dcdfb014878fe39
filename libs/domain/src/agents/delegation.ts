import { intersectionOf, domains, Rights } from '../core/access/rights.js';
import { conflict } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { currentPrincipal, type Principal } from '../core/access/authorizations.js';

/** The members and keys an agent works for, with a copy of the rights they had when they created, changed or triggered it. */
export interface Delegation {
  /** The owner of the run or schedule. */
  memberId: string | null;
  rights: RightsCopy;
}

type GivenRights = Pick<Rights, 'role' | 'policies' | 'scopes'>;

export interface RightsCopy extends GivenRights {
  keyId?: string | null;
  /** Others who changed or triggered it: it may do only what each of them may do. */
  others?: readonly Delegator[];
}

/** A member or key that something works for, with the rights it had then. */
type Delegator = Principal & GivenRights;

const maxDelegators = 20;

/** The present caller with the rights of now; where these are the intersection of several, with each of them. */
export function currentDelegation(): Delegation {
  const { memberId, keyId } = currentPrincipal();
  const [rights, ...others] = currentScope().rights.intersected.map(({ role, policies, scopes }) => ({
    role,
    policies,
    scopes,
  }));
  const copy: RightsCopy = { ...rights!, keyId };
  if (others.length > 0) copy.others = others.map((other) => ({ memberId, keyId, ...other }));
  return { memberId, rights: copy };
}

/** The same for work that makes use of no more than these scopes. */
export function limitedTo(scopes: readonly string[], { others, ...rights }: RightsCopy): RightsCopy {
  const wanted = new Rights('owner', [], scopes);
  const limited = <R extends GivenRights>(given: R): R => ({
    ...given,
    scopes: intersectionOf([new Rights('owner', [], given.scopes), wanted]).scopes,
  });
  return { ...limited(rights), ...(others && { others: others.map(limited) }) };
}

/** All members and keys of a delegation, the owner first. */
export function delegatorsOf({ memberId, rights: { keyId = null, others = [], ...rights } }: Delegation): Delegator[] {
  return [{ memberId, keyId, ...rights }, ...others];
}

/** The rights of each member or key of a delegation by itself, as they were copied. */
export function delegatedRightsOf(rights: RightsCopy): Rights[] {
  const byPrincipal = new Map<string, Delegator[]>();
  for (const one of delegatorsOf({ memberId: null, rights })) {
    const principal = `${one.memberId} ${one.keyId}`;
    byPrincipal.set(principal, [...(byPrincipal.get(principal) ?? []), one]);
  }
  return [...byPrincipal.values()].map((parts) => rightsOf(parts, []));
}

/** True where the id is that of one of its members or API keys. */
export const worksOnBehalfOf = (delegation: Delegation, id: string): boolean =>
  delegatorsOf(delegation).some(({ memberId, keyId }) => memberId === id || keyId === id);

/** The ids of its members, each once. */
export const membersOf = (delegation: Delegation): string[] => [
  ...new Set(delegatorsOf(delegation).flatMap(({ memberId }) => memberId ?? [])),
];

/** The rights copied into a delegation, with the members and keys of another one added: it may then do only what each of them may do. */
export function sharedWith(delegation: Delegation, other: Delegation): RightsCopy {
  const known = delegatorsOf(delegation);
  const added = delegatorsOf(other).filter(
    (one) => !known.some(({ memberId, keyId }) => memberId === one.memberId && keyId === one.keyId),
  );
  if (added.length === 0) return delegation.rights;
  if (known.length + added.length > maxDelegators)
    throw conflict(
      'too_many_hands',
      `This schedule already works on behalf of ${maxDelegators} members and API keys; create a new schedule.`,
    );
  return { ...delegation.rights, others: [...(delegation.rights.others ?? []), ...added] };
}

/** What every delegator was allowed to do when the rights were copied and is allowed now (`present`). */
export const rightsOf = (delegators: readonly Delegator[], present: readonly Rights[]): Rights =>
  intersectionOf([...delegators.map(({ role, policies, scopes }) => new Rights(role, policies, scopes)), ...present]);

/** The read-only part of rights, for blueprints without effects. */
export const readingOf = (rights: Rights): Rights =>
  intersectionOf(
    rights.intersected.map((one) => {
      const readable = domains().filter((domain) => one.allows(domain, 'read'));
      const scopes = readable.map((domain) => `${domain}:read`);
      return new Rights(one.role, one.policies, scopes);
    }),
  );
