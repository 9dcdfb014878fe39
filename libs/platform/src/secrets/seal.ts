import { createHash } from 'node:crypto';
import { openScope } from '@tandem/domain/core/scope';
import { type SealedFor, Sealer } from '@tandem/domain/core/sealer';
import { clearTextRefusal, type ClearTextSettings } from '../egress/clear-text.js';
import { decrypt, derivedKey, encrypt } from './aes-gcm.js';

const keyBytes = 32;
const sealedForm = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)$/;

/** AES-256-GCM under an HKDF key per tenant, as `v1.<key id>.<base64url of nonce, ciphertext and tag>`. */
export class Seal extends Sealer {
  private readonly rootKeys: Map<string, Buffer>;
  /** The first 8 hexadecimal digits of the root key's SHA-256. */
  readonly currentId: string;

  /** `previous` root keys open what they sealed, but seal nothing. */
  constructor(
    private readonly current: Buffer,
    previous: readonly Buffer[] = [],
    private readonly clearText: ClearTextSettings = { WEBHOOK_ALLOW_HTTP: false },
  ) {
    super();
    const keys = [...previous, current];
    if (keys.some((key) => key.length !== keyBytes)) throw new Error(`a root key must have ${keyBytes} bytes`);
    this.rootKeys = new Map(keys.map((key) => [idOfKey(key), key]));
    this.currentId = idOfKey(current);
  }

  seal(plaintext: string, { tenantId, context }: SealedFor): string {
    return `v1.${this.currentId}.${encrypt(plaintext, dataKey(this.current, tenantId), Buffer.from(context))}`;
  }

  /** Throws an Error without any content for an unknown key, an altered secret or another context. */
  open(sealed: string, { tenantId, context }: SealedFor): string {
    const [, keyId, text] = sealedForm.exec(sealed) ?? [];
    if (!keyId || !text) throw new Error('the secret is not in the sealed form v1');
    const rootKey = this.rootKeys.get(keyId);
    if (!rootKey) throw new Error(`the secret was sealed with root key ${keyId}, which is not configured`);
    try {
      const secret = decrypt(text, dataKey(rootKey, tenantId), Buffer.from(context));
      openScope()?.opened?.add(secret);
      return secret;
    } catch {
      throw new Error('the secret does not open: it was altered or sealed for another place');
    }
  }

  refusalOf(field: string, address: string): string | null {
    return clearTextRefusal(field, address, this.clearText);
  }
}

const idOfKey = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8);

const dataKey = (rootKey: Buffer, tenantId: string) => derivedKey(rootKey, tenantId, 'tandem data key v1');
