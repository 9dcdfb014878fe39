import { AuditEntries } from '@tandem/domain/events/audit-entries.port';
import { Events } from '@tandem/domain/events/events.port';
import { StreamEvents } from '@tandem/domain/events/stream/stream-events';
import { GET, listOf, one, pageOf, streamOf } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById, NoInput } from '@tandem/platform/inputs/inputs';
import { auditEntryView, eventTypeView, eventView } from './event.fields.js';
import { ListAuditEntriesInput, ListEventsInput, StreamEventsInput } from './events.inputs.js';
import { ListEventTypes } from './list-event-types.js';

export const eventRoutes = [
  GET('/audit-log', 'audit:read', 'List who did what, newest first', {
    input: ListAuditEntriesInput,
    run: list(AuditEntries),
    response: pageOf(auditEntryView),
  }),
  GET('/webhook-events', 'webhooks:read', 'List events, newest first, or ascending from a sequence', {
    input: ListEventsInput,
    run: list(Events),
    response: pageOf(eventView),
  }),
  GET('/webhook-events/:id', 'webhooks:read', 'Get an event', {
    input: ById,
    run: get(Events),
    response: one(eventView),
  }),
  GET('/events/stream', 'authenticated', 'Stream events as they happen', {
    description:
      'Server-sent events: what is stored after a position, then each event within a moment. The body of a message ' +
      'is that of a [webhook](/docs/webhooks). The [guide](/docs/event-stream) explains positions, rights and limits.',
    input: StreamEventsInput,
    run: StreamEvents,
    response: streamOf('text/event-stream'),
    resumesAfter: 'after_sequence',
    problems: ['400 unknown_sequence', '410 sequence_expired', '429 too_many_streams', '503 no_free_stream'],
    streamExample: `retry: 2000
id: 42
event: hello
data: {"sequence":42,"heartbeat_seconds":15}

id: 43
event: task.created
data: {"id":"019ab1c2-2c26-7b46-8b68-ffc68ff99b45","type":"task.created","timestamp":"2026-11-21T09:30:00.000Z",\
"tenant_id":"019ab1c2-0b7a-7f3c-8c55-9f4f6f1d2a10","sequence":43,"data":{"title":"Write the launch post"}}

`,
  }),
  GET('/event-types', 'authenticated', 'List the event types with the JSON schemas of their data', {
    input: NoInput,
    run: ListEventTypes,
    response: listOf(eventTypeView),
  }),
];
