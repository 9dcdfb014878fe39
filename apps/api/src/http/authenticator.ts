import type { RequestHandler } from 'express';
import { clock } from '@tandem/domain/core/clock';
import { DomainError, unauthenticated } from '@tandem/domain/core/errors';
import type { Identities, Identity } from '@tandem/domain/core/access/identity';
import { Rights } from '@tandem/domain/core/access/rights';
import { noTenant, type Scope, systemScope } from '@tandem/domain/core/scope';
import {
  apiKeyPrefixes,
  apiKeyRandomLength,
  hashToken,
  hasValidChecksum,
  invitationPrefix,
  invitationRandomLength,
} from '@tandem/domain/core/access/tokens';
import type { Access, Entrance } from '@tandem/platform/feature/feature';
import { bearerOf, sameSecret } from '@tandem/platform/serving/caller';
import type { RateLimits } from './limits/rate-limit.js';
import { factsOf, type RequestFacts } from './request-context.js';
import type { TokenVerifier } from './token-verifier.js';

const operatorAdvice =
  "This endpoint requires the operator's token (the setting OPERATOR_TOKEN); API keys of tenants are not accepted.";
const claimAdvice =
  'Send the code of the invitation as the token, in a header such as Authorization: Bearer inv_…; ' +
  'or a valid API key, and the code in the body.';
const invitationForm = new RegExp(`^Bearer +${invitationPrefix}`, 'i');
const operatorDisabled = 'This endpoint is for the operator only, and disabled until OPERATOR_TOKEN is set.';
const cacheMillis = 10_000;
const maxCached = 10_000;

interface CachedIdentity {
  identity: Identity;
  /** Time of the next look-up, in milliseconds since 1970. */
  until: number;
}

/** Caches what a key may do for ten seconds, less if it changes; older entries show that the key has worked before. */
export class Authenticator {
  private readonly cache = new Map<string, CachedIdentity>();
  /** Look-ups in flight, by hash; a request after an invalidation does not join an earlier one. */
  private readonly lookUps = new Map<string, Promise<Identity | undefined>>();
  /** Invalidations so far. A look-up during which it grows may have read stale data. */
  private changes = 0;

  constructor(
    private readonly identities: Identities,
    private readonly operatorToken: string,
    private readonly verifier?: TokenVerifier,
  ) {
    identities.onChange((tenantId) => this.forget(tenantId));
  }

  /** Undefined if a look-up is due, or if the route needs more than a key. */
  knownScope(access: Access, authorization: string | undefined, facts: RequestFacts): Scope | undefined {
    if (['public', 'operator', 'claim'].includes(access)) return undefined;
    const known = this.remembered(authorization);
    if (!known || known.until <= clock.millis()) return undefined;
    this.identities.used(known.identity);
    return scopeOf(known.identity, facts);
  }

  async scopeFor(access: Access, authorization: string | undefined, facts: RequestFacts): Promise<Scope> {
    if (access === 'operator') return this.operatorScope(authorization, facts);
    return access === 'claim' ? this.claimScope(authorization, facts) : this.scope(authorization, facts);
  }

  /** Throws `unauthenticated` for every kind of unusable token. */
  async scope(authorization: string | undefined, facts: RequestFacts, advice?: string): Promise<Scope> {
    const identity = await this.identify(bearerOf(authorization));
    if (!identity) throw unauthenticated(advice);
    if (hasExpired(identity)) throw new DomainError('unauthenticated', 'api_key_expired', 'This API key has expired.');
    this.identities.used(identity);
    return scopeOf(identity, facts);
  }

  /** An unexpired key that has worked in this process and is not known to be revoked. */
  remembered(authorization: string | undefined): CachedIdentity | undefined {
    const token = bearerOf(authorization);
    const known = token ? this.cache.get(hashToken(token)) : undefined;
    return known && !hasExpired(known.identity) ? known : undefined;
  }

  /** False for a key that is revoked, disabled or expired, and for one of a former member. */
  async knows(key: string): Promise<boolean> {
    const identity = await this.identities.byKeyHash(hashToken(key));
    return identity !== undefined && !hasExpired(identity);
  }

  /** The claim route accepts an invitation's code as a token; an unknown code gets a scope without a tenant. */
  private async claimScope(authorization: string | undefined, facts: RequestFacts): Promise<Scope> {
    const code = bearerOf(authorization) ?? '';
    const isCode = invitationForm.test(authorization ?? '') || (code !== '' && !isOtherToken(code));
    if (!isCode) return this.scope(authorization, facts, claimAdvice);
    const codeHash = hashToken(code);
    const isWellFormed = hasValidChecksum(code, invitationPrefix, invitationRandomLength);
    const identity = isWellFormed ? await this.identities.byInvitationHash(codeHash) : undefined;
    if (identity) return { ...scopeOf(identity, facts), codeHash };
    const actor = { type: 'invitation', id: 'unknown', memberId: null } as const;
    return { ...systemScope(noTenant, facts), actor, codeHash };
  }

  private operatorScope(authorization: string | undefined, facts: RequestFacts): Scope {
    if (!this.operatorToken) throw new DomainError('not_found', 'not_found', operatorDisabled);
    if (!sameSecret(bearerOf(authorization) ?? '', this.operatorToken)) throw unauthenticated(operatorAdvice);
    return { ...systemScope(noTenant, facts), actor: { type: 'operator', id: 'operator', memberId: null } };
  }

  private async identify(token: string | undefined): Promise<Identity | undefined> {
    if (!token) return undefined;
    if (apiKeyPrefixes.some((prefix) => hasValidChecksum(token, prefix, apiKeyRandomLength)))
      return this.byKey(hashToken(token));
    const claims = token.split('.').length === 3 ? await this.verifier?.(token) : undefined;
    const identity = claims && (await this.identities.byEmail(claims.tenantId, claims.email));
    return identity && { ...identity, expiresAt: claims.expiresAt };
  }

  private async byKey(hash: string): Promise<Identity | undefined> {
    const cached = this.cache.get(hash);
    if (cached && cached.until > clock.millis()) return cached.identity;
    const lookUp = this.lookUps.get(hash) ?? this.lookUp(hash);
    this.lookUps.set(hash, lookUp);
    return lookUp.finally(() => this.lookUps.get(hash) === lookUp && this.lookUps.delete(hash));
  }

  private async lookUp(hash: string): Promise<Identity | undefined> {
    const { changes } = this;
    const identity = await this.identities.byKeyHash(hash);
    this.cache.delete(hash);
    if (identity) this.remember(hash, identity, changes === this.changes);
    return identity;
  }

  private remember(hash: string, identity: Identity, isCurrent: boolean): void {
    if (this.cache.size >= maxCached) this.cache.delete(this.cache.keys().next().value!);
    const until = Math.min(clock.millis() + cacheMillis, identity.forgottenAt?.getTime() ?? Infinity);
    this.cache.set(hash, { identity, until: isCurrent ? until : 0 });
  }

  private forget(tenantId: string): void {
    this.changes++;
    this.lookUps.clear();
    for (const cached of this.cache.values())
      if (tenantId === '' || cached.identity.tenantId === tenantId) cached.until = 0;
  }
}

/** In the form of an API key or a JWT. */
const isOtherToken = (token: string) =>
  apiKeyPrefixes.some((prefix) => token.startsWith(prefix)) || token.split('.').length === 3;

const hasExpired = ({ expiresAt }: Identity) => (expiresAt?.getTime() ?? Infinity) <= clock.millis();

function scopeOf(identity: Identity, facts: RequestFacts): Scope {
  const end = endOf(identity);
  return {
    ...facts,
    tenantId: identity.tenantId,
    actor: { type: identity.actorType, id: identity.actorId, memberId: identity.memberId },
    rights: new Rights(identity.role, identity.policies, identity.scopes),
    timezone: identity.timezone,
    country: identity.country,
    isTest: identity.isTest,
    keyExpiresAt: identity.actorType === 'api_key' ? end : null,
    authenticatedUntil: end,
  };
}

function endOf({ expiresAt, forgottenAt }: Identity): Date | null {
  if (!expiresAt || !forgottenAt) return expiresAt ?? forgottenAt;
  return expiresAt < forgottenAt ? expiresAt : forgottenAt;
}

interface Gate {
  authenticator: Authenticator;
  limits: RateLimits;
}

/** An address with too many failures is refused before its token is checked, except for keys that have worked here. */
export const authenticated =
  (at: Entrance, gate: Gate): RequestHandler =>
  async ({ headers: { authorization } }, response, next) => {
    const facts = factsOf(response);
    const known = gate.authenticator.knownScope(at.access, authorization, facts);
    const scope = known ?? (await lookUp(at, authorization, facts, gate));
    scope.reauthenticate = () => gate.authenticator.scopeFor(at.access, authorization, facts);
    response.locals.scope = scope;
    next();
  };

async function lookUp(
  { access, lenient }: Entrance,
  token: string | undefined,
  facts: RequestFacts,
  { authenticator, limits }: Gate,
): Promise<Scope> {
  const ip = facts.ip ?? '';
  if (access === 'public') {
    await limits.publicRequest(ip);
    return systemScope(noTenant, facts);
  }
  // Without a token there is nothing to guess: a lenient route counts as a public page.
  if (lenient && !bearerOf(token)) await limits.publicRequest(ip);
  else
    await limits.mayAuthenticate(ip).catch((refusal: unknown) => {
      if (!authenticator.remembered(token)) throw refusal;
    });
  if (access === 'claim') await limits.claim(ip);
  return authenticator.scopeFor(access, token, facts).catch(async (error: unknown) => {
    if (error instanceof DomainError && error.kind === 'unauthenticated') {
      const counted = limits.failedAuthentication(ip);
      await (lenient ? counted.catch(() => undefined) : counted);
    }
    throw error;
  });
}
