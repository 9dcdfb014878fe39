import { Entity } from '../core/entity.js';

/** Something that happened in a tenant: audit entry, outbox entry and webhook payload at once. Never changed. */
export class Event extends Entity {
  static readonly noun = 'event';
  type!: string;
  sequence!: number | null;
  resourceType!: string;
  resourceId!: string | null;
  actorType!: string;
  actorId!: string;
  ipAddress!: string | null;
  userAgent!: string | null;
  goesTo!: string[];
  metadata!: unknown;
  data!: unknown;
}
