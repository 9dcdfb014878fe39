import { Entity } from '../core/entity.js';

/** An immutable event of a tenant: audit entry, outbox entry and webhook payload in one. */
export class Event extends Entity {
  static readonly resourceType = 'event';
  type!: string;
  sequence!: number | null;
  resourceType!: string;
  resourceId!: string | null;
  actorType!: string;
  actorId!: string;
  memberId!: string | null;
  ipAddress!: string | null;
  userAgent!: string | null;
  goesTo!: string[];
  metadata!: unknown;
  data!: unknown;
}
