import { clock } from '../core/clock.js';
import { Entity } from '../core/entity.js';
import { mustHold } from '../core/errors.js';
import { hostOf, mustSuitSecret, type Sealer } from '../core/sealer.js';
import { isVerdict, type KeyFault, type KeyVerdict, refused } from './key-verdict.js';
import type { Provider } from './providers.port.js';

export interface KeyFields {
  key?: string;
  /** Where the provider is; null for its own address. */
  baseUrl?: string | null;
}

/** From so many characters on, four of them may be shown. */
const hintedFrom = 12;

/** A tenant's key to another product. It is stored sealed and sent to the host it was saved for, to no other. */
export class IntegrationKey extends Entity {
  static readonly noun = 'integration_key';
  static override readonly channels = ['integration_keys'];
  provider: string;
  baseUrl: string | null = null;
  /** Where the key is sent. */
  address: string | null = null;
  keyHint: string | null = null;
  /** Null once its address has moved to another host, until a key is stored for that. */
  sealedKey: string | null = null;
  lastVerifiedAt: Date | null = null;
  /** True for an answer that changed a key stored before; never stored. */
  alreadyThere?: boolean;

  constructor(provider: Provider, fields: KeyFields, sealer: Sealer) {
    super();
    this.provider = provider.id;
    this.take(provider, fields, sealer);
    mustHold(this.sealedKey !== null, 'key', 'required', 'key is required, since none is stored yet.');
    this.record('created');
  }

  update(provider: Provider, fields: KeyFields, sealer: Sealer): void {
    this.take(provider, fields, sealer);
    this.recordChange();
    this.alreadyThere = true;
  }

  delete(): void {
    this.record('deleted');
  }

  /** The key in clear; undefined when there is none. */
  opened(sealer: Sealer): string | undefined {
    return this.sealedKey === null ? undefined : sealer.open(this.sealedKey, placeOfKey(this));
  }

  /** Why the key may not be sent to its address; null when it may. What the operator allows may have changed since it was stored. */
  refusalOf(provider: Provider, sealer: Sealer): string | null {
    return this.address === provider.baseUrl ? null : sealer.refusalOf('base_url', this.address!);
  }

  /** Notes what the provider said of a key; ignored if another key was stored meanwhile. */
  noteVerdict(sealedKey: string, fault: KeyFault | null): void {
    if (this.sealedKey !== sealedKey) return;
    if (isVerdict(fault)) this.lastVerifiedAt = clock.now();
    if (fault) this.record('verification_failed', { reason: fault });
    else this.record('verified');
  }

  /** The answer to whoever asked for the verification. */
  verdictOn(sealedKey: string, fault: KeyFault | null): KeyVerdict {
    if (this.sealedKey !== sealedKey) return refused('not_configured');
    return { valid: fault === null, lastVerifiedAt: this.lastVerifiedAt, reason: fault };
  }

  private take(provider: Provider, { key, baseUrl }: KeyFields, sealer: Sealer): void {
    if (baseUrl !== undefined) this.baseUrl = baseUrl;
    const address = this.baseUrl ?? provider.baseUrl;
    const example = 'such as https://models.example.com/v1.';
    const needed = `base_url is required: this provider is wherever you run it, ${example}`;
    mustHold(address !== null, 'base_url', 'required', needed);
    const plain = `base_url must go without user, password, query and fragment, ${example}`;
    mustHold(isPlain(address!), 'base_url', 'invalid_format', plain);
    const moved = this.address !== null && hostOf(this.address) !== hostOf(address!);
    this.address = address;
    if (moved || key !== undefined) this.keep(key, sealer);
    // The provider's own address is always allowed.
    if (this.sealedKey !== null && this.baseUrl !== null) mustSuitSecret(sealer, 'base_url', this.baseUrl);
  }

  private keep(key: string | undefined, sealer: Sealer): void {
    this.sealedKey = key === undefined ? null : sealer.seal(key, placeOfKey(this));
    this.keyHint = key === undefined ? null : hintOf(key);
    this.lastVerifiedAt = null;
  }
}

/** What the key is sealed for. */
export const placeOfKey = ({ tenantId, id }: Pick<IntegrationKey, 'tenantId' | 'id'>) => ({
  tenantId,
  context: `integration_keys|${id}`,
});

const hintOf = (key: string) => (key.length < hintedFrom ? '…' : `…${key.slice(-4)}`);

function isPlain(address: string): boolean {
  const { username, password, search, hash } = new URL(address);
  return !username && !password && !search && !hash;
}
