import { Event } from '@tandem/domain/events/event';
import { fields } from '@tandem/platform/store/table';
import { createdAt, derived, hidden, id, shown, tenantId } from '@tandem/platform/view/fields';
import {
  from,
  instant,
  int64,
  json,
  jsonObject,
  named,
  nullable,
  text,
  texts,
  uuid,
} from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';

const type = shown(text, 'Type of the event, such as task.completed: see `GET /event-types`.', 'task.created');

export const eventFields = fields(Event, 'events', {
  id,
  type,
  timestamp: derived(
    from({ property: 'createdAt' }, instant),
    'When the event occurred, in UTC.',
    '2026-11-21T09:30:00.000Z',
  ),
  tenantId,
  sequence: shown(
    nullable(int64),
    'Number of the event within its tenant, without gaps, in commit order; briefly null until it is assigned.',
    42,
  ),
  resourceType: hidden(text),
  resourceId: hidden(nullable(uuid)),
  actorType: hidden(text),
  actorId: hidden(text),
  memberId: hidden(nullable(uuid)),
  ipAddress: hidden(nullable(text)),
  userAgent: hidden(nullable(text)),
  metadata: hidden(json),
  goesTo: shown(
    named('channels', texts),
    'Channels of the event: its domain, and project_<id>, notebook_<id> or agent_<blueprint> where applicable.',
    ['tasks'],
  ),
  data: shown(
    jsonObject,
    'The record that the event is about, as it was right after the event; `GET /event-types` has its schema.',
    { id: '019ab1c2-2c26-7b46-8b68-ffc68ff99b45', title: 'Write the launch post' },
  ),
});
export const eventView = eventFields.view;

export const auditEntryView = view<Event>()('AuditEntry', {
  id,
  tenantId,
  action: shown(
    from({ property: 'type' }, text),
    'What was done: an event type, or one that webhooks do not carry, such as auth.denied.',
    'task.created',
  ),
  actorId: shown(
    text,
    'Who did it: the id of a member, key or run, or a name such as system.',
    '019ab1c2-0b7a-7f3c-8c55-9f4f6f1d2a10',
  ),
  actorType: shown(text, 'Type of the actor: member, api_key, agent, system, invitation or operator.', 'member'),
  memberId: shown(
    nullable(uuid),
    'The member who did it, by whatever key or token, or for whom an agent or schedule did; null for none.',
  ),
  createdAt,
  metadata: shown(
    jsonObject,
    'What changed, as `{changes: {field: {from, to}}}`, with request_id and the like; ' +
      'for actions over MCP also via, tool and the self-reported client. Secrets are masked; at most 16 KiB.',
    { request_id: 'req-7d41', changes: { priority: { from: 'none', to: 'high' } } },
  ),
  ipAddress: shown(nullable(text), 'Source IP address of the request; null if no request caused it.', '192.0.2.10'),
  resourceId: shown(
    nullable(uuid),
    'The affected record; null if there is none.',
    '019ab1c2-2c26-7b46-8b68-ffc68ff99b45',
  ),
  resourceType: shown(text, 'Type of the affected record, such as task.', 'task'),
  userAgent: shown(
    nullable(text),
    'User-Agent header of the request, truncated if too long; null for none.',
    'curl/8.5.0',
  ),
});

export interface EventType {
  type: string;
  /** JSON Schema of its payload. */
  schema: object;
}

export const eventTypeView = view<EventType>()('EventType', {
  type,
  schema: shown(jsonObject, 'Self-contained JSON Schema (2020-12) of the `data` of such an event.', {
    type: 'object',
    properties: { id: { type: 'string', format: 'uuid' } },
    required: ['id'],
  }),
});
