import { GuardedContent } from '@tandem/domain/core/access/guarded-content';
import { GuardedContents } from '@tandem/domain/core/access/guarded-contents.service';
import { AuditTrail } from '@tandem/domain/core/events/audit-trail';
import { Outbox, Subscriptions, SubscriptionStates } from '@tandem/domain/core/events/subscriptions';
import { AuditEntries } from '@tandem/domain/events/audit-entries.port';
import { Events } from '@tandem/domain/events/events.port';
import { EventFeed } from '@tandem/domain/events/stream/event-feed.port';
import { StreamTerms } from '@tandem/domain/events/stream/stream-terms.port';
import { SweepSubscriptions } from '@tandem/domain/events/sweep-subscriptions';
import { audits, bind, every, type Feature } from '@tandem/platform/feature/feature';
import { eventsProblems } from './events.problems.js';
import { EraseEvents } from './erase-events.js';
import { eventRoutes } from './events.routes.js';
import { eventsSettings } from './events.settings.js';
import { MakeEventPartitions } from './make-event-partitions.js';
import { CreateEvents1764000000500 } from './migrations/1764000000500-create-events.js';
import { RememberSubscriptions1764000080000 } from './migrations/1764000080000-remember-subscriptions.js';
import { EraseEvents1795980700001 } from './migrations/1795980700001-erase-events.js';
import { PassOverMonthsInUse1796000000005 } from './migrations/1796000000005-pass-over-months-in-use.js';
import { IndexEventsOfMembers1795970000001 } from './migrations/1795970000001-index-events-of-members.js';
import { IndexEventsOfRuns1795931039431 } from './migrations/1795931039431-index-events-of-runs.js';
import { SettingsStreamTerms } from './settings-stream-terms.js';
import { SqlAuditEntries } from './sql-audit-entries.js';
import { SqlAuditTrail } from './sql-audit-trail.js';
import { SqlEventFeed } from './sql-event-feed.js';
import { SqlEvents } from './sql-events.js';
import { SqlOutbox } from './sql-outbox.js';
import { SqlSubscriptionStates } from './sql-subscription-states.js';
import { SqlSubscriptions } from './sql-subscriptions.js';

const sweepSeconds = 2;

export const events: Feature = {
  name: 'events',
  summary: 'The audit log, and the events that webhooks deliver and streams carry',
  domains: { audit: 'administration' },
  closedTo: { agents: 'all' },
  toolVocabulary: { beyond: 'the audit log', synonyms: { activity: 'audit', happen: 'audit', history: 'audit' } },
  linkable: { event: { domain: null } },
  migrations: [
    CreateEvents1764000000500,
    RememberSubscriptions1764000080000,
    IndexEventsOfRuns1795931039431,
    IndexEventsOfMembers1795970000001,
    EraseEvents1795980700001,
    PassOverMonthsInUse1796000000005,
  ],
  adapters: [
    bind(Events, SqlEvents),
    bind(AuditEntries, SqlAuditEntries),
    bind(Outbox, SqlOutbox),
    bind(Subscriptions, SqlSubscriptions),
    bind(SubscriptionStates, SqlSubscriptionStates),
    bind(AuditTrail, SqlAuditTrail),
    bind(GuardedContents, GuardedContents),
    bind(EventFeed, SqlEventFeed),
    bind(StreamTerms, SettingsStreamTerms),
  ],
  audits: [...audits('auth', ['denied'], 'route'), ...audits('subscription', ['event_skipped'])],
  routes: eventRoutes,
  problems: eventsProblems,
  settings: eventsSettings,
  measures: [
    { name: 'tandem_event_streams', help: 'Open event streams', kind: 'level', publishedBy: 'api' },
    {
      name: 'tandem_event_streams_ended_total',
      help: 'Event streams that ended, by reason',
      kind: 'count',
      labels: ['reason'],
      publishedBy: 'api',
    },
  ],
  accepts: [{ kind: GuardedContent, faultsIn: () => [] }],
  provides: [EraseEvents],
  jobs: [every(3600, MakeEventPartitions), every(sweepSeconds, SweepSubscriptions)],
};
