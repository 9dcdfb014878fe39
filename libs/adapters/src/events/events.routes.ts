import { GetEvent } from '@tandem/domain/events/get-event';
import { ListAuditEntries } from '@tandem/domain/events/list-audit-entries';
import { ListEventTypes } from '@tandem/domain/events/list-event-types';
import { ListEvents } from '@tandem/domain/events/list-events';
import { listOf, one, pageOf } from '@tandem/platform/feature/answers';
import { route } from '@tandem/platform/feature/feature';
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
    run: ListAuditEntries,
    answer: pageOf(auditEntryView),
  }),
  route({
    method: 'get',
    path: '/webhook-events',
    access: 'webhooks:read',
    summary: 'List events, newest first, or ascending from a sequence',
    input: ListEventsInput,
    run: ListEvents,
    answer: pageOf(eventView),
  }),
  route({
    method: 'get',
    path: '/webhook-events/:id',
    access: 'webhooks:read',
    summary: 'Get an event',
    input: ById,
    run: GetEvent,
    answer: one(eventView),
  }),
  route({
    method: 'get',
    path: '/event-types',
    access: 'authenticated',
    summary: 'List the event types with the JSON schemas of their data',
    input: NoInput,
    run: ListEventTypes,
    answer: listOf(eventTypeView),
  }),
];
