import type { Event } from '@tandem/domain/events/event';
import { from, instant, int64, jsonObject, nullable, text, texts, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { eventsGlossary } from './events.glossary.js';

export const eventView = view<Event>(eventsGlossary)('Event', {
  id: uuid,
  type: text,
  timestamp: from({ column: 't.created_at', property: 'createdAt' }, instant),
  tenant_id: uuid,
  sequence: nullable(int64),
  channels: from({ property: 'goesTo' }, texts),
  data: jsonObject,
});

export const auditEntryView = view<Event>(eventsGlossary)('AuditEntry', {
  id: uuid,
  tenant_id: uuid,
  action: from({ column: 't.type', property: 'type' }, text),
  actor_id: text,
  actor_type: text,
  created_at: instant,
  metadata: jsonObject,
  ip_address: nullable(text),
  resource_id: nullable(uuid),
  resource_type: text,
  user_agent: nullable(text),
});

export interface EventType {
  type: string;
  /** JSON Schema of its payload. */
  schema: object;
}

export const eventTypeView = view<EventType>(eventsGlossary)('EventType', { type: text, schema: jsonObject });
