import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@tandem/domain/core/errors';

const version = 1;
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
 * Opaque page cursors: version, key, id, a hash of the list and its filters, and 8 bytes of HMAC-SHA256 bound to the tenant,
 * in base64url. A cursor of another tenant, list or filter is refused like a forged one.
 */
export class Cursors {
  private readonly key: Buffer;

  constructor(rootKey: Buffer) {
    this.key = Buffer.from(hkdfSync('sha256', rootKey, '', 'tandem page cursors', 32));
  }

  encode(position: Position, list: string, tenantId: string): string {
    const body = Buffer.from([version, position.key, position.id, digest(list)].join('|'));
    return Buffer.concat([body, this.mac(body, tenantId)]).toString('base64url');
  }

  decode(cursor: string, list: string, tenantId: string): Position {
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length < 9 || bytes.length > 512 || bytes.toString('base64url') !== cursor) throw refuse();
    const body = bytes.subarray(0, -8);
    if (!timingSafeEqual(bytes.subarray(-8), this.mac(body, tenantId))) throw refuse();
    const [made, key, id, madeFor] = body.toString().split('|');
    if (made !== String(version) || madeFor !== digest(list)) throw refuse();
    return { key: key!, id: id! };
  }

  private mac(body: Buffer, tenantId: string): Buffer {
    return createHmac('sha256', this.key).update(tenantId).update(body).digest().subarray(0, 8);
  }
}

const digest = (list: string) => createHash('sha256').update(list).digest('base64url').slice(0, 12);
