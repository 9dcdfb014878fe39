import { AuditTrail } from '@tandem/domain/core/audit-trail';
import { Outbox } from '@tandem/domain/core/outbox';
import { EventPartitions } from '@tandem/domain/events/event-partitions.port';
import { EventTypes } from '@tandem/domain/events/event-types.port';
import { Events } from '@tandem/domain/events/events.port';
import { MakeEventPartitions } from '@tandem/domain/events/make-event-partitions';
import { bind, every, type Feature } from '@tandem/platform/feature';
import { eventRoutes } from './events.routes.js';
import { KnownEventTypes } from './known-event-types.js';
import { CreateEvents1764000000500 } from './migrations/1764000000500-create-events.js';
import { SqlAuditTrail } from './sql-audit-trail.js';
import { SqlEventPartitions } from './sql-event-partitions.js';
import { SqlEvents } from './sql-events.js';
import { SqlOutbox } from './sql-outbox.js';

export const events: Feature = {
  name: 'events',
  summary: 'What happened: audit log and the source of webhooks',
  migrations: [CreateEvents1764000000500],
  adapters: [
    bind(Events, SqlEvents),
    bind(Outbox, SqlOutbox),
    bind(EventTypes, KnownEventTypes),
    bind(AuditTrail, SqlAuditTrail),
    bind(EventPartitions, SqlEventPartitions),
  ],
  routes: eventRoutes,
  jobs: [every(3600, MakeEventPartitions)],
};
