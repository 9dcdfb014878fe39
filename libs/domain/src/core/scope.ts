import { Carried } from './carried.js';
import { DomainError, forbidden } from './errors.js';
import { newId } from './id.js';
import { Rights } from './access/rights.js';
import type { Domain } from './vocabulary.js';

export const actorTypes = ['member', 'api_key', 'agent', 'system', 'invitation', 'operator'] as const;
export type ActorType = (typeof actorTypes)[number];

interface Actor {
  type: ActorType;
  /** Id of the API key, member, agent run or invitation; the literal `system` or `operator` for those two. */
  id: string;
  memberId: string | null;
}

/** How a caller reached Tandem other than through the API. */
export interface Through {
  via: 'mcp';
  tool: string;
  client: string | null;
}

/** Caller, tenant and rights, opened once at the edge and read by entities and stores. */
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
  keyExpiresAt: Date | null;
  /** When the caller's key or token ends; null or absent for no end. */
  authenticatedUntil?: Date | null;
  /**
   * Authenticates the caller again, whose rights may have changed; throws `unauthenticated`. For callers with a token.
   */
  reauthenticate?: () => Promise<Scope>;
  /** Throws when the caller has disconnected or the deadline has passed; absent for work without a deadline. */
  mustGoOn?: () => void;
  /** SHA-256 of an invitation code that the caller uses as token. */
  codeHash?: string;
  /** Recorded in the audit log; absent for direct API requests and for work of Tandem itself. */
  through?: Through;
  /** Secrets opened by the work, to be masked in its records; absent for work without records. */
  opened?: Set<string>;
}

/** The tenant of requests outside any tenant (operator routes, claims before the code is resolved). */
export const noTenant = '00000000-0000-0000-0000-000000000000';

const scopes = new Carried<Scope>();

/** Only for edges (requests, jobs) and agents; other code uses the functions below. */
export const inScope = <T>(scope: Scope, work: () => T): T => scopes.during(scope, work);

export function currentScope(): Scope {
  const scope = scopes.current;
  if (!scope) throw new Error('no scope is open: authenticate or consumer must open one');
  return scope;
}

export const openScope = (): Scope | undefined => scopes.current;

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

/** Runs work of Tandem itself for a tenant, with all rights. */
export const inTenant = <T>(tenantId: string, work: () => T, facts: Partial<Scope> = {}): T =>
  inScope(systemScope(tenantId, facts), work);

export const inNewTenant = <T>(work: () => T): T => inScope({ ...currentScope(), tenantId: newId() }, work);

/** For the operator, who remains the actor. */
export const inOtherTenant = <T>(tenantId: string, work: () => T): T => inScope({ ...currentScope(), tenantId }, work);

export const inTimezone = <T>(timezone: string, work: () => T): T => inScope({ ...currentScope(), timezone }, work);

/** Runs work with full rights, for effects on records hidden from the caller, who remains the actor. */
export const asConsequence = <T>(work: () => T): T => inScope({ ...currentScope(), rights: Rights.full }, work);

/** Refuses callers limited to some projects or notebooks, who could not see what they create. */
export function mustReachAll(domain: Domain): void {
  if (currentScope().rights.isLimited(domain)) throw forbidden(`${domain}:write`);
}

export function mustBeLive(detail: string): void {
  if (currentScope().isTest) throw new DomainError('forbidden', 'test_key', detail);
}

export interface OfTenant {
  tenantId: string;
}

export interface TenantRecord extends OfTenant {
  id: string;
}

/** Runs work in each tenant, `atOnce` concurrently. A failure does not stop the others; all are thrown at the end. */
export async function inEachTenant<P extends OfTenant, T>(
  records: readonly P[],
  work: (record: P) => T | Promise<T>,
  { atOnce = 1 } = {},
): Promise<T[]> {
  const remaining = records.values();
  const results: T[] = [];
  const failures: unknown[] = [];
  const worker = async () => {
    for (const record of remaining)
      try {
        results.push(await inTenant(record.tenantId, () => work(record)));
      } catch (error) {
        failures.push(error);
      }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length === 1) throw failures[0];
  if (failures.length) throw new AggregateError(failures, `${failures.length} of ${records.length} failed`);
  return results;
}
