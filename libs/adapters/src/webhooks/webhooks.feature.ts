import { DeliverDue } from '@tandem/domain/webhooks/deliveries/deliver-due';
import { DeliverMissed } from '@tandem/domain/webhooks/deliveries/deliver-missed';
import { DueDeliveries } from '@tandem/domain/webhooks/deliveries/due-deliveries.port';
import { DisableOrphanedEndpoints } from '@tandem/domain/webhooks/endpoints/disable-orphaned-endpoints';
import { EndpointHealths, WebhookEndpoints } from '@tandem/domain/webhooks/endpoints/webhook-endpoints.port';
import { FanOutEvents } from '@tandem/domain/webhooks/deliveries/fan-out-events';
import { SweepDeliveries } from '@tandem/domain/webhooks/deliveries/sweep-deliveries';
import { WebhookAttempts, WebhookDeliveries } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { sealedFor } from '@tandem/domain/webhooks/endpoints/signing-secret';
import { WebhookSender } from '@tandem/domain/webhooks/webhook-sender.port';
import { WebhookTerms } from '@tandem/domain/webhooks/webhook-terms.port';
import { audits, bind, every, type Feature, on, onAll, publishes, asFollowUp } from '@tandem/platform/feature/feature';
import { authorizationEvents } from '../access/member-rights.js';
import { HttpWebhookSender } from './http-webhook-sender.js';
import { CreateWebhooks1764000050000 } from './migrations/1764000050000-create-webhooks.js';
import { EndHolds1795967000002 } from './migrations/1795967000002-end-holds.js';
import { IndexSuccesses1795967000001 } from './migrations/1795967000001-index-successes.js';
import { IndexWaitingDeliveries1795971000003 } from './migrations/1795971000003-index-waiting-deliveries.js';
import { LeaseDeliveries1795938445047 } from './migrations/1795938445047-lease-deliveries.js';
import { SettingsWebhookTerms } from './settings-webhook-terms.js';
import { SqlDueDeliveries } from './deliveries/sql-due-deliveries.js';
import { SqlEndpointHealths, SqlWebhookEndpoints } from './endpoints/sql-webhook-endpoints.js';
import { SqlWebhookAttempts } from './deliveries/sql-webhook-attempts.js';
import { SqlWebhookDeliveries } from './deliveries/sql-webhook-deliveries.js';
import { EraseResponses } from './deliveries/erase-responses.js';
import { webhookDeliveryRoutes } from './deliveries/webhook-deliveries.routes.js';
import { deliveryFields, deliveryView } from './deliveries/webhook-delivery.fields.js';
import {
  endpointFields,
  endpointHealthFields,
  endpointView,
  webhookTestView,
} from './endpoints/webhook-endpoint.fields.js';
import { webhookEndpointRoutes } from './endpoints/webhook-endpoints.routes.js';
import { webhooksSettings } from './webhooks.settings.js';
import { webhooksProblems } from './webhooks.problems.js';

const endpointActions = ['created', 'updated', 'deleted', 'secret_rotated', 'failing', 'disabled', 'enabled'];
const sweepSeconds = 2;

export const webhooks: Feature = {
  name: 'webhooks',
  summary: 'Signed, retried and recorded delivery of events to endpoints',
  domains: { webhooks: 'administration' },
  closedTo: { agents: 'all' },
  tables: [endpointFields.table, endpointHealthFields.table, deliveryFields.table],
  migrations: [
    CreateWebhooks1764000050000,
    LeaseDeliveries1795938445047,
    IndexSuccesses1795967000001,
    EndHolds1795967000002,
    IndexWaitingDeliveries1795971000003,
  ],
  adapters: [
    bind(WebhookEndpoints, SqlWebhookEndpoints),
    bind(EndpointHealths, SqlEndpointHealths),
    bind(WebhookDeliveries, SqlWebhookDeliveries),
    bind(WebhookAttempts, SqlWebhookAttempts),
    bind(DueDeliveries, SqlDueDeliveries),
    bind(WebhookSender, HttpWebhookSender),
    bind(WebhookTerms, SettingsWebhookTerms),
  ],
  settings: webhooksSettings,
  routes: [...webhookEndpointRoutes, ...webhookDeliveryRoutes],
  problems: webhooksProblems,
  provides: [EraseResponses],
  jobs: [
    onAll(FanOutEvents),
    on(['webhook_endpoint.enabled'], DeliverMissed),
    on(authorizationEvents, DisableOrphanedEndpoints),
    asFollowUp(DeliverDue),
    every(sweepSeconds, SweepDeliveries),
  ],
  audits: [
    ...audits('webhook_endpoint', ['tested']),
    ...audits('webhook_delivery', ['retried']),
    ...audits('webhook_event', ['recovered'], 'webhook_endpoint'),
  ],
  publishes: [
    ...publishes('webhook_endpoint', endpointActions, endpointView),
    ...publishes('webhook_delivery', ['exhausted'], deliveryView),
    ...publishes('webhook', ['test'], webhookTestView),
  ],
  sealed: ['sealed_secret', 'previous_sealed_secret'].map((column) => ({
    table: 'webhook_endpoints',
    column,
    location: sealedFor,
  })),
};
