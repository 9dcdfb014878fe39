import { AuditEntries } from '@tandem/domain/events/audit-entries.port';
import { Events } from '@tandem/domain/events/events.port';
import { GET, listOf, one, pageOf } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById, NoInput } from '@tandem/platform/inputs/inputs';
import { auditEntryView, eventTypeView, eventView } from './event.fields.js';
import { ListAuditEntriesInput, ListEventsInput } from './events.inputs.js';
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
  GET('/event-types', 'authenticated', 'List the event types with the JSON schemas of their data', {
    input: NoInput,
    run: ListEventTypes,
    response: listOf(eventTypeView),
  }),
];
