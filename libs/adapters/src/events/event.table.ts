import { Event } from '@tandem/domain/events/event';
import { bigint, json, nullable, table, text, texts, uuid } from '@tandem/platform/store/table';

export const eventTable = table(Event, 'events', {
  type: text,
  sequence: nullable(bigint),
  resourceType: text,
  resourceId: nullable(uuid),
  actorType: text,
  actorId: text,
  ipAddress: nullable(text),
  userAgent: nullable(text),
  goesTo: { ...texts, name: 'channels' },
  metadata: json,
  data: json,
});
