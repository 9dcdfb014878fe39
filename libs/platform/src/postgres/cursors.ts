import { createHash, type KeyObject } from 'node:crypto';
import { DomainError } from '@tandem/domain/core/errors';
import { decrypt, derivedKey, encrypt } from '../secrets/aes-gcm.js';

const blockLength = 32;

/** Where a page ended: the sort key as PostgreSQL text (with microseconds) and the id. */
export interface Position {
  key: string;
  id: string;
}

/** Opaque: sealed with AES-256-GCM for tenant, list and filters, since the record may be hidden from the holder. */
export class Cursors {
  private readonly key: KeyObject;
  private readonly opening: readonly KeyObject[];

  /** `previous` are root keys whose cursors are still accepted. */
  constructor(rootKey: Buffer, previous: readonly Buffer[] = []) {
    this.opening = [rootKey, ...previous].map((key) => derivedKey(key, '', 'tandem page cursors v2'));
    this.key = this.opening[0]!;
  }

  encode({ key, id }: Position, list: string, tenantId: string): string {
    // Padded, because the length of a key would reveal something about the record.
    const text = JSON.stringify([key, id]);
    const padded = text.padEnd(Math.ceil(text.length / blockLength) * blockLength);
    return encrypt(padded, this.key, boundTo(list, tenantId));
  }

  decode(cursor: string, list: string, tenantId: string): Position {
    const context = boundTo(list, tenantId);
    for (const opening of this.opening) {
      try {
        const [key, id] = JSON.parse(decrypt(cursor, opening, context)) as [string, string];
        return { key, id };
      } catch {
        // Sealed under another key, or not a cursor of this list.
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
