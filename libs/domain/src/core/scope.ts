import { Carried } from './carried.js';
import { DomainError, forbidden } from './errors.js';
import { newId } from './id.js';
import { Rights } from './access/rights.js';
import type { Domain } from './vocabulary.js';

export const actorTypes = ['member', 'api_key', 'agent', 'system', 'invitation', 'operator'] as const;
export type ActorType = (typeof actorTypes)[number];

interface Actor {
  type: ActorType;
  /** Id of the API key, member, agent run or invitation; the words `system` and `operator` for those two. */
  id: string;
  /** The member on whose behalf the actor acts, where there is one. */
  memberId: string | null;
}

/** Through what a caller came who does not use the API itself. */
export interface Through {
  via: 'mcp';
  /** The tool that was called. */
  tool: string;
  /** Name and version of the caller's program, as it says of itself. */
  client: string | null;
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
  /** Throws once the result is no longer wanted: the caller has left, or the deadline has passed. Absent for work without one. */
  mustGoOn?: () => void;
  /** SHA-256 of the code of an invitation, where that is the caller's token. */
  codeHash?: string;
  /** Kept with what the audit log tells; absent for requests to the API and for work that Tandem does by itself. */
  through?: Through;
  /** Secrets that the work has opened, to be kept out of what is recorded of it; absent where nobody reads such a record. */
  opened?: Set<string>;
}

/** The tenant of requests that belong to none (operator routes, claims before the code is known). */
export const noTenant = '00000000-0000-0000-0000-000000000000';

const scopes = new Carried<Scope>();

/**
 * Opens a scope. Only for the edges (a request, a job from the queue) and where an agent acts from then on. All other work of the
 * product uses the functions below.
 */
export const inScope = <T>(scope: Scope, work: () => T): T => scopes.during(scope, work);

export function currentScope(): Scope {
  const scope = scopes.current;
  if (!scope) throw new Error('no scope is open: authenticate or consumer must open one');
  return scope;
}

export const openScope = (): Scope | undefined => scopes.current;

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

/** Work of the caller in a tenant that comes into being by it. */
export const inNewTenant = <T>(work: () => T): T => inScope({ ...currentScope(), tenantId: newId() }, work);

/** Work by the clocks of a time zone. */
export const inTimezone = <T>(timezone: string, work: () => T): T => inScope({ ...currentScope(), timezone }, work);

/** Runs work with full rights, for effects on records the caller may not see; the caller stays the actor. */
export const asConsequence = <T>(work: () => T): T => inScope({ ...currentScope(), rights: Rights.full }, work);

/**
 * Refuses a caller limited to some projects or notebooks: they could not see what they create, and may not change the default
 * for all.
 */
export function mustReachAll(domain: Domain): void {
  if (currentScope().rights.isLimited(domain)) throw forbidden(`${domain}:write`);
}

export function mustBeLive(detail: string): void {
  if (currentScope().isTest) throw new DomainError('forbidden', 'test_key', detail);
}

/** Something of a tenant. */
export interface OfTenant {
  tenantId: string;
}

/** Where a record is to be found. */
export interface TenantRecord extends OfTenant {
  id: string;
}

/**
 * Does work for each place in its own tenant's scope, several at once, and returns what it answers. A failure does not stop the
 * others; all are thrown together at the end.
 */
export async function inEachTenant<P extends OfTenant, T>(
  places: readonly P[],
  work: (place: P) => T | Promise<T>,
  { atOnce = 1 } = {},
): Promise<T[]> {
  const left = places.values();
  const answers: T[] = [];
  const failures: unknown[] = [];
  const oneByOne = async () => {
    for (const place of left)
      try {
        answers.push(await inTenant(place.tenantId, () => work(place)));
      } catch (error) {
        failures.push(error);
      }
  };
  await Promise.all(Array.from({ length: atOnce }, oneByOne));
  if (failures.length === 1) throw failures[0];
  if (failures.length) throw new AggregateError(failures, `${failures.length} of ${places.length} failed`);
  return answers;
}
