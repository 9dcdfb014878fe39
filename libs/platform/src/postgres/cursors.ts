import { createHash, type KeyObject } from 'node:crypto';
import { DomainError } from '@tandem/domain/core/errors';
import { decrypt, derivedKey, encrypt } from '../secrets/aes-gcm.js';

const blockLength = 32;

/** Where a page ended: the sort key as PostgreSQL's text (all six digits of a timestamp) and the id. */
export interface Position {
  key: string;
  id: string;
}

/**
 * Opaque page cursors: key and id, sealed with AES-256-GCM under a key of their own and bound to tenant, list and filters, in
 * base64url. A cursor may stand at a record that its holder may not see, so it tells nothing of it; one of another tenant, list or
 * filter is refused like a forged one.
 */
export class Cursors {
  private readonly key: KeyObject;
  /** The one that seals comes first: it is the most likely to open. */
  private readonly opening: readonly KeyObject[];

  /** `previous` are root keys whose cursors are still accepted. */
  constructor(rootKey: Buffer, previous: readonly Buffer[] = []) {
    this.opening = [rootKey, ...previous].map((key) => derivedKey(key, '', 'tandem page cursors v2'));
    this.key = this.opening[0]!;
  }

  encode({ key, id }: Position, list: string, tenantId: string): string {
    // Padded, since the length of a key would tell something of the record.
    const text = JSON.stringify([key, id]);
    const padded = text.padEnd(Math.ceil(text.length / blockLength) * blockLength);
    return encrypt(padded, this.key, boundTo(list, tenantId));
  }

  decode(cursor: string, list: string, tenantId: string): Position {
    const place = boundTo(list, tenantId);
    for (const opening of this.opening) {
      try {
        const [key, id] = JSON.parse(decrypt(cursor, opening, place)) as [string, string];
        return { key, id };
      } catch {
        // Sealed under another key, or no cursor of this list.
      }
    }
    throw refused();
  }
}

function refused(): DomainError {
  const code = 'invalid_cursor';
  const detail = 'Pass next_cursor back unchanged, with the same filters.';
  return new DomainError('malformed', code, 'This cursor was not made for this list and these filters.', {
    findings: [{ parameter: 'cursor', code, detail }],
  });
}

const boundTo = (list: string, tenantId: string) =>
  createHash('sha256')
    .update(JSON.stringify([tenantId, list]))
    .digest();
