import { AuditEntries } from '@tandem/domain/events/audit-entries.port';
import { Events } from '@tandem/domain/events/events.port';
import { EventTypes } from '@tandem/domain/events/event-types.port';
import { listOf, one, pageOf } from '@tandem/platform/feature/answers';
import { route } from '@tandem/platform/feature/feature';
import { get, list, query } from '@tandem/platform/feature/queries';
import { ById, NoInput } from '@tandem/platform/inputs/list-inputs';
import { auditEntryView, eventTypeView, eventView } from './event.view.js';
import { ListAuditEntriesInput, ListEventsInput } from './events.inputs.js';

export const eventRoutes = [
  route({
    method: 'get',
    path: '/audit-log',
    access: 'audit:read',
    summary: 'List what was done, by whom, newest first',
    input: ListAuditEntriesInput,
    run: list(AuditEntries),
    answer: pageOf(auditEntryView),
  }),
  route({
    method: 'get',
    path: '/webhook-events',
    access: 'webhooks:read',
    summary: 'List events, newest first, or ascending from a sequence',
    input: ListEventsInput,
    run: list(Events),
    answer: pageOf(eventView),
  }),
  route({
    method: 'get',
    path: '/webhook-events/:id',
    access: 'webhooks:read',
    summary: 'Get an event',
    input: ById,
    run: get(Events),
    answer: one(eventView),
  }),
  route({
    method: 'get',
    path: '/event-types',
    access: 'authenticated',
    summary: 'List the event types with the JSON schemas of their data',
    input: NoInput,
    run: query('ListEventTypes', [EventTypes], async (_: NoInput, types) => types.list()),
    answer: listOf(eventTypeView),
  }),
];
