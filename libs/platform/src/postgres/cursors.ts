import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { DomainError } from '@tandem/domain/core/errors';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const blockBytes = 32;
const mostBytes = 4096;
const refuse = () =>
  new DomainError('malformed', 'invalid_cursor', 'This cursor was not made for this list and these filters.', {
    findings: [
      {
        parameter: 'cursor',
        code: 'invalid_cursor',
        detail: 'Pass next_cursor back unchanged, with the same filters.',
      },
    ],
  });

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
  private readonly key: Buffer;

  constructor(rootKey: Buffer) {
    this.key = Buffer.from(hkdfSync('sha256', rootKey, '', 'tandem page cursors v2', 32));
  }

  encode({ key, id }: Position, list: string, tenantId: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.key, nonce, { authTagLength: tagBytes });
    cipher.setAAD(boundTo(list, tenantId));
    // Lengths of keys differ by what they are; padded, they do not tell that either.
    const text = JSON.stringify([key, id]);
    const padded = text.padEnd(Math.ceil(text.length / blockBytes) * blockBytes);
    const sealed = Buffer.concat([nonce, cipher.update(padded, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return sealed.toString('base64url');
  }

  decode(cursor: string, list: string, tenantId: string): Position {
    const bytes = Buffer.from(cursor, 'base64url');
    const tagStart = bytes.length - tagBytes;
    if (tagStart < nonceBytes || bytes.length > mostBytes || bytes.toString('base64url') !== cursor) throw refuse();
    const nonce = bytes.subarray(0, nonceBytes);
    const decipher = createDecipheriv(algorithm, this.key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(boundTo(list, tenantId)).setAuthTag(bytes.subarray(tagStart));
    try {
      const opened = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, tagStart)), decipher.final()]);
      const [key, id] = JSON.parse(opened.toString()) as [string, string];
      return { key, id };
    } catch {
      throw refuse();
    }
  }
}

const boundTo = (list: string, tenantId: string) =>
  createHash('sha256')
    .update(JSON.stringify([tenantId, list]))
    .digest();
