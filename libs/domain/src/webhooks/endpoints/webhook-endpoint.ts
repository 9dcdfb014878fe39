import { clock } from '../../core/clock.js';
import { Entity } from '../../core/entity.js';
import { conflict, Faults } from '../../core/errors.js';
import type { Sealer } from '../../core/sealer.js';
import { patternsOf } from '../../core/events/event-types.js';
import { firstIdAt } from '../../core/id.js';
import type { Event } from '../../events/event.js';
import { currentPrincipal, isDenial, type Denial, denials, mayTakeOver } from '../../core/access/authorizations.js';
import type { EndpointFields } from './endpoint-fields.js';
import type { Verdict } from './endpoint-health.js';
import { type HealthReport, healthOf, noOutcomes } from './health-report.js';
import { newSecret, sealedFor } from './signing-secret.js';

export const disabledReasons = ['manual', 'gone', 'consecutive_failures', ...denials] as const;
export type DisabledReason = (typeof disabledReasons)[number];

const ownerLost =
  'This webhook endpoint stopped because its member or API key lost the right to it. ' +
  'Only that member or an administrator may enable it, and owns it from then on.';

type News = Pick<Event, 'id' | 'type' | 'goesTo'> & { endpointId?: string };

/** An address that receives a tenant's events, and which of them. */
export class WebhookEndpoint extends Entity {
  static readonly resourceType = 'webhook_endpoint';
  static override readonly channels = ['webhooks'];
  url: string;
  description: string | null = null;
  eventTypes: string[] | null = null;
  onlyChannels: string[] | null = null;
  /** The member who set its address; it receives only what they may read. Null: no member, all events. */
  memberId: string | null = null;
  keyId: string | null = null;
  isEnabled = true;
  disabledAt: Date | null = null;
  disabledReason: DisabledReason | null = null;
  /** Earlier events are delivered only by a recovery. */
  wantedSince: Date;
  /** Time of the first event that it missed while the product had disabled it, and will still get. */
  missedSince: Date | null = null;
  sealedSecret!: string;
  previousSealedSecret: string | null = null;
  previousSecretUntil: Date | null = null;
  /** Plaintext, and only right after it is issued. */
  signingSecret?: string;
  deletedAt: Date | null = null;
  /** Read with it, not stored. */
  outcomes = noOutcomes;
  private isQuiet?: boolean;

  constructor(fields: EndpointFields & { url: string }, sealer: Sealer) {
    super();
    this.url = fields.url;
    this.belongToCaller();
    this.wantedSince = this.createdAt;
    this.take(fields);
    this.issueSecret(sealer);
    this.record('created');
    if (fields.isEnabled === false) this.disable('manual');
  }

  /** False for a test, which is in the audit log only. */
  override get isPublic(): boolean {
    return !this.isQuiet;
  }

  get withheld(): null {
    return null;
  }

  get health(): HealthReport {
    return healthOf(this.isEnabled, this.outcomes, clock.now());
  }

  get endedAt(): Date | null {
    return this.disabledAt ?? this.deletedAt;
  }

  get isActive(): boolean {
    return this.isEnabled && !this.deletedAt;
  }

  get isBehind(): boolean {
    return this.isActive && this.missedSince !== null;
  }

  /** `id` of a member or an API key. */
  belongsTo(id: string): boolean {
    return this.memberId === id || this.keyId === id;
  }

  /** True for an event since that instant, of its types and channels, except about its own exhausted deliveries. */
  wants({ id, type, goesTo, endpointId }: News, since: Date): boolean {
    if (!this.isActive || id < firstIdAt(since)) return false;
    const isOfType = isAmong(patternsOf(type), this.eventTypes);
    const isOwnNews = type === 'webhook_delivery.exhausted' && endpointId === this.id;
    return isOfType && isAmong(goesTo, this.onlyChannels) && !isOwnNews;
  }

  /** `denial`: why its owner may no longer have it. */
  update({ isEnabled, ...fields }: EndpointFields, denial: Denial | null = null): void {
    const isAimed = fields.url !== undefined && fields.url !== this.url;
    if (isAimed) this.beAimedBy();
    if (Object.values(fields).some((value) => value !== undefined)) {
      this.take(fields);
      this.recordChange();
    }
    if (isEnabled === true) this.enable(isAimed ? null : denial);
    if (isEnabled === false) this.disable('manual');
  }

  /** After a denial, only its member or an administrator, who takes it over, may enable it. */
  enable(denial: Denial | null = null): void {
    if (this.isEnabled) return;
    const { disabledAt, disabledReason } = this;
    if (denial || isDenial(disabledReason)) this.beTakenOver(denial);
    if (disabledReason === 'manual') this.restart();
    else this.missedSince ??= disabledAt;
    this.isEnabled = true;
    this.disabledAt = null;
    this.disabledReason = null;
    this.record('enabled', { disabled_reason: disabledReason, member_id: this.memberId });
  }

  disable(reason: DisabledReason): void {
    if (!this.isEnabled) return;
    this.isEnabled = false;
    this.disabledAt = clock.now();
    this.disabledReason = reason;
    this.record('disabled');
  }

  accept(verdict: Verdict): void {
    if (verdict === 'warn') this.record('failing');
    else if (verdict !== 'none') this.disable(verdict);
  }

  tested(details: Record<string, unknown>): void {
    this.isQuiet = true;
    this.record('tested', details);
  }

  /** An endpoint that the product disabled, or that has not caught up, gets the event with the other missed ones. */
  missFrom(at: Date): void {
    if (this.deletedAt || this.disabledReason === 'manual') return;
    const known = this.missedSince ?? this.disabledAt;
    const since = at > this.wantedSince ? at : this.wantedSince;
    if (known && since < known) this.missedSince = since;
  }

  /** It stays behind if `missFrom` has moved the instant or the endpoint was changed since the read. */
  caughtUp({ missedSince, updatedAt }: Pick<WebhookEndpoint, 'missedSince' | 'updatedAt'>): void {
    const isSame = this.missedSince?.getTime() === missedSince?.getTime();
    if (isSame && this.updatedAt.getTime() === updatedAt.getTime()) this.missedSince = null;
  }

  /** The former secret also signs until the grace period ends. */
  rotateSecret(graceSeconds: number, sealer: Sealer, now: Date): void {
    this.previousSealedSecret = graceSeconds > 0 ? this.sealedSecret : null;
    this.previousSecretUntil = graceSeconds > 0 ? new Date(now.getTime() + graceSeconds * 1000) : null;
    this.issueSecret(sealer);
    this.record('secret_rotated', { grace_period_seconds: graceSeconds });
  }

  /** The newest first. */
  signingSecrets(sealer: Sealer, now: Date): string[] {
    const stillSigns = this.previousSealedSecret !== null && this.previousSecretUntil! > now;
    const sealed = stillSigns ? [this.sealedSecret, this.previousSealedSecret!] : [this.sealedSecret];
    return sealed.map((secret) => sealer.open(secret, sealedFor(this)));
  }

  delete(): void {
    this.deletedAt = clock.now();
    this.record('deleted');
  }

  /** Earlier events were given up when a member disabled it. */
  private restart(): void {
    this.wantedSince = clock.now();
    this.missedSince = null;
  }

  /** The caller who changes the address becomes the owner, and does not get events missed under the former owner. */
  private beAimedBy(): void {
    this.belongToCaller();
    if (!isDenial(this.disabledReason)) return;
    this.disabledReason = 'manual';
    this.missedSince = null;
  }

  /** Only its member or an administrator may enable it, even after its member has regained the right. */
  private beTakenOver(denial: Denial | null): void {
    if (!mayTakeOver(this)) throw conflict('owner_lost', ownerLost, { reason: denial ?? this.disabledReason });
    this.belongToCaller();
  }

  private issueSecret(sealer: Sealer): void {
    this.signingSecret = newSecret();
    this.sealedSecret = sealer.seal(this.signingSecret, sealedFor(this));
  }

  private belongToCaller(): void {
    const { memberId, keyId } = currentPrincipal();
    this.memberId = memberId;
    this.keyId = keyId;
  }

  private take({ isEnabled: _, channels, ...fields }: EndpointFields): void {
    this.assign({ ...fields, onlyChannels: channels });
    const nothing = 'An empty list would never match; null stands for all.';
    new Faults()
      .expect(this.eventTypes?.length !== 0, 'event_types', 'too_few', nothing)
      .expect(this.onlyChannels?.length !== 0, 'channels', 'too_few', nothing)
      .throwIfAny();
  }
}

const isAmong = (given: readonly string[], wanted: readonly string[] | null) =>
  wanted === null || given.some((one) => wanted.includes(one));
