import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError, forbidden } from './errors.js';
import { type Domain, Rights } from './rights.js';

export type ActorType = 'member' | 'api_key' | 'agent' | 'system' | 'invitation' | 'operator';

export interface Actor {
  type: ActorType;
  /** Id of the API key, member, agent run or invitation; the words `system` and `operator` for those two. */
  id: string;
  /** The member on whose behalf the actor acts, where there is one. */
  memberId: string | null;
}

/** Who asks, for which tenant, with which rights: opened once at the edge and read by entities and stores. */
export interface Scope {
  tenantId: string;
  actor: Actor;
  rights: Rights;
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  traceparent: string | null;
  /** IANA zone and ISO 3166 country of the tenant: defaults for schedules, recurrences and phone numbers. */
  timezone: string;
  country: string | null;
  /** True for a `test` key, which has a quarter of the limits and may neither invite nor start budgeted runs. */
  isTest: boolean;
  /** When the API key that asks expires; null where none does. */
  keyExpiresAt: Date | null;
}

/** The tenant of requests that belong to none (operator routes, claims before the code is known). */
export const noTenant = '00000000-0000-0000-0000-000000000000';

const storage = new AsyncLocalStorage<Scope>();

/**
 * Opens a scope. For the edges, where somebody or the queue asks for something, and for the three places after which somebody else
 * acts: a tenant is founded, an invitation is claimed, an agent works. All other work of the product is done `inTenant`.
 */
export const inScope = <T>(scope: Scope, work: () => T): T => storage.run(scope, work);

export function currentScope(): Scope {
  const scope = storage.getStore();
  if (!scope) throw new Error('no scope is open: authenticate or consumer must open one');
  return scope;
}

export const openScope = (): Scope | undefined => storage.getStore();

/** The scope of work that Tandem does by itself for a tenant. */
export const systemScope = (tenantId: string, facts: Partial<Scope> = {}): Scope => ({
  tenantId,
  actor: { type: 'system', id: 'system', memberId: null },
  rights: Rights.full,
  requestId: '',
  ip: null,
  userAgent: null,
  traceparent: null,
  timezone: 'UTC',
  country: null,
  isTest: false,
  keyExpiresAt: null,
  ...facts,
});

/** Work that Tandem does by itself for a tenant, with every right. */
export const inTenant = <T>(tenantId: string, work: () => T, facts: Partial<Scope> = {}): T =>
  inScope(systemScope(tenantId, facts), work);

/** What follows from what the caller may do, and happens to records that they may not see, too; they remain the actor. */
export const asConsequence = <T>(work: () => T): T => inScope({ ...currentScope(), rights: Rights.full }, work);

/**
 * Refuses whoever a policy limits to some projects or notebooks: it cannot name a new one, which would be lost to its maker at once,
 * nor does it let anybody take notes to notebooks outside or change which one all others write to.
 */
export function mustReachAll(domain: Domain): void {
  if (currentScope().rights.isLimited(domain)) throw forbidden(`${domain}:write`);
}

/** Refuses test keys, for the reason given. */
export function mustBeLive(detail: string): void {
  if (currentScope().isTest) throw new DomainError('forbidden', 'test_key', detail);
}

/** Where a record is to be found. */
export interface Place {
  tenantId: string;
  id: string;
}

/**
 * Works on what a look across tenants found, each in its own tenant's scope and so many at once. One that fails keeps no other
 * from its turn; the first error comes out at the end.
 */
export async function inEachTenant<P extends { tenantId: string }>(
  places: readonly P[],
  work: (place: P) => Promise<unknown>,
  { atOnce = 1 } = {},
): Promise<void> {
  const left = places.values();
  const failures: unknown[] = [];
  const oneByOne = async () => {
    for (const place of left)
      await inTenant(place.tenantId, () => work(place)).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, oneByOne));
  if (failures.length) throw failures[0];
}
