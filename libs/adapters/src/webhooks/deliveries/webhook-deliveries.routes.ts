import { RecoverWebhookEvents } from '@tandem/domain/webhooks/deliveries/recover-webhook-events';
import { RetryWebhookDelivery } from '@tandem/domain/webhooks/deliveries/retry-webhook-delivery';
import { WebhookAttempts, WebhookDeliveries } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { GET, one, pageOf, POST } from '@tandem/platform/feature/feature';
import { get, list, listWithin } from '@tandem/platform/feature/queries';
import { ById, PageWithin } from '@tandem/platform/inputs/inputs';
import { attemptView, deliveryView, recoveryView } from './webhook-delivery.fields.js';
import { ListWebhookDeliveriesInput, RecoverWebhookEventsInput } from '../webhooks.inputs.js';

export const webhookDeliveryRoutes = [
  GET('/webhook-deliveries', 'webhooks:read', 'List deliveries, newest first', {
    input: ListWebhookDeliveriesInput,
    run: list(WebhookDeliveries),
    response: pageOf(deliveryView),
  }),
  GET('/webhook-deliveries/:id', 'webhooks:read', 'Get a delivery', {
    input: ById,
    run: get(WebhookDeliveries),
    response: one(deliveryView),
  }),
  GET('/webhook-deliveries/:id/attempts', 'webhooks:read', 'List the attempts of a delivery, newest first', {
    input: PageWithin,
    run: listWithin(WebhookDeliveries, WebhookAttempts),
    response: pageOf(attemptView),
  }),
  POST('/webhook-deliveries/:id/retry', 'webhooks:write', 'Retry a delivery', {
    description: 'It is sent even if its endpoint is held, and its success ends the hold.',
    input: ById,
    run: RetryWebhookDelivery,
    response: one(deliveryView),
    problems: ['409 delivery_in_flight', '409 endpoint_disabled'],
    exampleResponse: { status: 'pending', next_attempt_at: '2026-11-21T10:05:12.480Z', completed_at: null },
  }),
  POST('/webhook-events/recover', 'webhooks:write', 'Deliver events that endpoints missed', {
    description:
      'Sends what failed, was skipped, was never sent, or waits for a retry or the end of a hold; and ends holds. ' +
      'A repeat while these deliveries are in flight finds none.',
    input: RecoverWebhookEventsInput,
    run: RecoverWebhookEvents,
    response: one(recoveryView),
    example: { since: '2026-11-20T00:00:00Z', dry_run: true },
  }),
];
