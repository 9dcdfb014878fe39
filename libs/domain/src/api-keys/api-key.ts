import { clock } from '../core/clock.js';
import { Entity } from '../core/entity.js';
import { conflict, DomainError, Faults, missing, mustHold } from '../core/errors.js';
import { Rights } from '../core/access/rights.js';
import { currentScope, mustBeLive } from '../core/scope.js';
import { hashToken, hintOf, makeToken, apiKeyRandomLength } from '../core/access/tokens.js';
import { dayMillis } from '../core/durations.js';

export const environments = ['live', 'test'] as const;
export type Environment = (typeof environments)[number];

export interface ApiKeyFields {
  name?: string;
  scopes?: string[];
  isActive?: boolean;
  expiresAt?: Date | null;
}

export type NewApiKey = ApiKeyFields & { name: string; environment?: Environment };

/** Days before expiry at which an event announces it; the last notice first. */
export const expiryNotices = [1, 7, 14];

/** A member's API key. Only a hash is stored; the key itself is known only when issued. */
export class ApiKey extends Entity {
  static readonly resourceType = 'api_key';
  static override readonly channels = ['api_keys'];
  memberId: string;
  name!: string;
  environment: Environment = 'live';
  scopes = ['*'];
  isActive = true;
  keyHint = '';
  expiresAt: Date | null = null;
  lastUsedAt: Date | null = null;
  revokedAt: Date | null = null;
  /** The last notice given, as one of `expiryNotices`; null before the first. */
  toldDaysAhead: number | null = null;
  /** The plaintext key right after it is issued; never stored. */
  key?: string;
  graceSeconds?: number;

  constructor(memberId: string, fields: NewApiKey) {
    super();
    this.memberId = memberId;
    this.assign(fields);
    this.expiresAt ??= currentScope().keyExpiresAt;
    this.mustExpireInTime();
    this.issue();
    this.record('created');
  }

  /** Creates a key for the caller, with no more than their rights. */
  static ofCaller(fields: NewApiKey): ApiKey {
    const { actor, rights } = currentScope();
    if (!actor.memberId) throw missing('member_id');
    if (fields.environment !== 'test') mustBeLive('A test key makes test keys only.');
    const scopes = fields.scopes ?? [...rights.scopes];
    const excess = scopes.filter((scope) => !rights.coversScope(scope));
    const detail = `A key may do no more than you: you do not have ${excess.join(', ')} yourself.`;
    mustHold(excess.length === 0, 'scopes', 'exceeds_creator', detail);
    return new ApiKey(actor.memberId, { ...fields, scopes });
  }

  /** SHA-256 of the new key, in hex. */
  get issuedHash(): string | undefined {
    return this.key && hashToken(this.key);
  }

  get works(): boolean {
    return this.isActive && (this.expiresAt === null || clock.now() < this.expiresAt);
  }

  update(fields: ApiKeyFields): void {
    this.mustNotBeRevoked();
    const { isActive, expiresAt } = this;
    const narrower = fields.scopes?.every((scope) => ofScopes(this.scopes).coversScope(scope)) ?? true;
    const detail = 'scopes of a key can be narrowed, not widened; make another key for more.';
    mustHold(narrower, 'scopes', 'wider_scope', detail);
    this.assign(fields);
    if (fields.expiresAt !== undefined) {
      this.mustExpireInTime();
      this.toldDaysAhead = null;
    }
    if ((this.isActive && !isActive) || endsLater(this.expiresAt, expiresAt)) this.mustNotGain();
    this.recordChange();
  }

  revoke(): void {
    if (this.revokedAt) return;
    this.revokedAt = clock.now();
    this.isActive = false;
    this.record('revoked');
  }

  rotate(graceSeconds: number): void {
    this.mustNotGain();
    this.mustNotBeRevoked();
    this.graceSeconds = graceSeconds;
    this.issue();
    this.record('rotated');
  }

  announceExpiry(): void {
    if (!this.works || !this.expiresAt) return;
    const left = this.expiresAt.getTime() - clock.millis();
    const days = expiryNotices.find((notice) => left <= notice * dayMillis);
    if (days === undefined || (this.toldDaysAhead !== null && this.toldDaysAhead <= days)) return;
    this.toldDaysAhead = days;
    this.record('expiring', { days_ahead: days });
  }

  /** Refuses to reactivate, rotate or extend a key that would give the caller more rights. */
  private mustNotGain(): void {
    const { actor, rights, isTest } = currentScope();
    const isOwn = this.memberId === actor.memberId && (!isTest || this.environment === 'test');
    const own = ofScopes(rights.scopes);
    if (isOwn && this.endsInTime && this.scopes.every((scope) => own.coversScope(scope))) return;
    throw new DomainError('forbidden', 'exceeds_creator', 'This key permits more than you may do yourself.');
  }

  private issue(): void {
    const prefix = `wsk_${this.environment}_`;
    this.key = makeToken(prefix, apiKeyRandomLength);
    this.keyHint = hintOf(this.key, prefix);
  }

  private mustNotBeRevoked(): void {
    if (this.revokedAt) throw conflict('api_key_revoked', 'This API key is revoked.');
  }

  private get endsInTime(): boolean {
    const last = currentScope().keyExpiresAt;
    return !last || (this.expiresAt !== null && this.expiresAt <= last);
  }

  /** Expiry must be in the future, but not after that of the caller's key, or a key could extend itself forever. */
  private mustExpireInTime(): void {
    const tooLate =
      `expires_at must not be after ${currentScope().keyExpiresAt?.toISOString()}, ` +
      'when the key that you use expires.';
    expectFuture(this, new Faults()).expect(this.endsInTime, 'expires_at', 'exceeds_creator', tooLate).throwIfAny();
  }
}

const endsLater = (now: Date | null, before: Date | null) => before !== null && (now === null || now > before);

export const expectFuture = ({ expiresAt }: ApiKeyFields, faults: Faults): Faults => {
  const isFuture = !expiresAt || expiresAt.getTime() > clock.millis();
  return faults.expect(isFuture, 'expires_at', 'in_the_past', 'expires_at must be in the future.');
};

const ofScopes = (scopes: readonly string[]) => new Rights('owner', [], scopes);
