import { intersectionOf, domains, Rights } from '../core/access/rights.js';
import { conflict } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { currentPrincipal, type Principal } from '../core/access/authorizations.js';

/** The members and keys on whose behalf an agent works, with a copy of their rights at that time. */
export interface Delegation {
  memberId: string | null;
  rights: RightsCopy;
}

type GivenRights = Pick<Rights, 'role' | 'policies' | 'scopes'>;

export interface RightsCopy extends GivenRights {
  keyId?: string | null;
  /** Others who changed or triggered it; its rights are limited to those of each. */
  others?: readonly Delegator[];
}

type Delegator = Principal & GivenRights;

const maxDelegators = 20;

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

export function limitedTo(scopes: readonly string[], { others, ...rights }: RightsCopy): RightsCopy {
  const requested = new Rights('owner', [], scopes);
  const limited = <R extends GivenRights>(given: R): R => ({
    ...given,
    scopes: intersectionOf([new Rights('owner', [], given.scopes), requested]).scopes,
  });
  return { ...limited(rights), ...(others && { others: others.map(limited) }) };
}

/** The owner comes first. */
export function delegatorsOf({ memberId, rights: { keyId = null, others = [], ...rights } }: Delegation): Delegator[] {
  return [{ memberId, keyId, ...rights }, ...others];
}

export function delegatedRightsOf(rights: RightsCopy): Rights[] {
  const byPrincipal = new Map<string, Delegator[]>();
  for (const one of delegatorsOf({ memberId: null, rights })) {
    const principal = `${one.memberId} ${one.keyId}`;
    byPrincipal.set(principal, [...(byPrincipal.get(principal) ?? []), one]);
  }
  return [...byPrincipal.values()].map((parts) => rightsOf(parts, []));
}

export const worksOnBehalfOf = (delegation: Delegation, id: string): boolean =>
  delegatorsOf(delegation).some(({ memberId, keyId }) => memberId === id || keyId === id);

export const membersOf = (delegation: Delegation): string[] => [
  ...new Set(delegatorsOf(delegation).flatMap(({ memberId }) => memberId ?? [])),
];

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

export const rightsOf = (delegators: readonly Delegator[], current: readonly Rights[]): Rights =>
  intersectionOf([...delegators.map(({ role, policies, scopes }) => new Rights(role, policies, scopes)), ...current]);

export const readingOf = (rights: Rights): Rights =>
  intersectionOf(
    rights.intersected.map((one) => {
      const readable = domains().filter((domain) => one.allows(domain, 'read'));
      const scopes = readable.map((domain) => `${domain}:read`);
      return new Rights(one.role, one.policies, scopes);
    }),
  );
