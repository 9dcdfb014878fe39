import { clock } from '../core/clock.js';
import { Entity } from '../core/entity.js';
import { mustHold } from '../core/errors.js';
import { hostOf, mustSuitSecret, type Sealer } from '../core/sealer.js';
import { isVerdict, type KeyFault, type KeyVerdict, refused } from './key-verdict.js';
import type { Provider } from './providers.port.js';

export interface KeyFields {
  key?: string;
  /** Base URL of the provider; null for its default. */
  baseUrl?: string | null;
}

const hintedFrom = 12;

/** A tenant's key to another product, stored sealed and sent only to the host it was saved for. */
export class IntegrationKey extends Entity {
  static readonly resourceType = 'integration_key';
  static override readonly channels = ['integration_keys'];
  provider: string;
  baseUrl: string | null = null;
  address: string | null = null;
  keyHint: string | null = null;
  /** Null after the address moves to another host, until a new key is stored. */
  sealedKey: string | null = null;
  lastVerifiedAt: Date | null = null;
  /** True in a response that updated an existing key; never stored. */
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

  opened(sealer: Sealer): string | undefined {
    return this.sealedKey === null ? undefined : sealer.open(this.sealedKey, locationOfKey(this));
  }

  /** Why the key may not be sent to its address, or null. The operator's rules may have changed since it was stored. */
  refusalOf(provider: Provider, sealer: Sealer): string | null {
    return this.address === provider.baseUrl ? null : sealer.refusalOf('base_url', this.address!);
  }

  /** Records the provider's verdict, unless another key was stored in the meantime. */
  noteVerdict(sealedKey: string, fault: KeyFault | null): void {
    if (this.sealedKey !== sealedKey) return;
    if (isVerdict(fault)) this.lastVerifiedAt = clock.now();
    if (fault) this.record('verification_failed', { reason: fault });
    else this.record('verified');
  }

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
    // The provider's default address is always allowed.
    if (this.sealedKey !== null && this.baseUrl !== null) mustSuitSecret(sealer, 'base_url', this.baseUrl);
  }

  private keep(key: string | undefined, sealer: Sealer): void {
    this.sealedKey = key === undefined ? null : sealer.seal(key, locationOfKey(this));
    this.keyHint = key === undefined ? null : hintOf(key);
    this.lastVerifiedAt = null;
  }
}

export const locationOfKey = ({ tenantId, id }: Pick<IntegrationKey, 'tenantId' | 'id'>) => ({
  tenantId,
  context: `integration_keys|${id}`,
});

const hintOf = (key: string) => (key.length < hintedFrom ? '…' : `…${key.slice(-4)}`);

function isPlain(address: string): boolean {
  const { username, password, search, hash } = new URL(address);
  return !username && !password && !search && !hash;
}
