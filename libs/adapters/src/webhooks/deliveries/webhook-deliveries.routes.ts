import { RecoverWebhookEvents } from '@tandem/domain/webhooks/deliveries/recover-webhook-events';
import { RetryWebhookDelivery } from '@tandem/domain/webhooks/deliveries/retry-webhook-delivery';
import { WebhookAttempts } from '@tandem/domain/webhooks/deliveries/webhook-attempts.port';
import { WebhookDeliveries } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { one, pageOf } from '@tandem/platform/feature/answers';
import { route } from '@tandem/platform/feature/feature';
import { get, list, listWithin } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/list-inputs';
import { attemptView, deliveryView, recoveryView } from './webhook-delivery.view.js';
import { ListWebhookAttemptsInput, ListWebhookDeliveriesInput, RecoverWebhookEventsInput } from '../webhooks.inputs.js';

export const webhookDeliveryRoutes = [
  route({
    method: 'get',
    path: '/webhook-deliveries',
    access: 'webhooks:read',
    summary: 'List deliveries, newest first',
    input: ListWebhookDeliveriesInput,
    run: list(WebhookDeliveries),
    answer: pageOf(deliveryView),
  }),
  route({
    method: 'get',
    path: '/webhook-deliveries/:id',
    access: 'webhooks:read',
    summary: 'Get a delivery',
    input: ById,
    run: get(WebhookDeliveries),
    answer: one(deliveryView),
  }),
  route({
    method: 'get',
    path: '/webhook-deliveries/:id/attempts',
    access: 'webhooks:read',
    summary: 'List the attempts of a delivery, newest first',
    input: ListWebhookAttemptsInput,
    run: listWithin(WebhookDeliveries, WebhookAttempts),
    answer: pageOf(attemptView),
  }),
  route({
    method: 'post',
    path: '/webhook-deliveries/:id/retry',
    access: 'webhooks:write',
    summary: 'Send a delivery again',
    input: ById,
    run: RetryWebhookDelivery,
    answer: one(deliveryView),
    problems: ['409 delivery_in_flight', '409 endpoint_disabled'],
    exampleAnswer: { status: 'pending', next_attempt_at: '2026-11-21T10:05:12.480Z', completed_at: null },
  }),
  route({
    method: 'post',
    path: '/webhook-events/recover',
    access: 'webhooks:write',
    summary: 'Deliver events that endpoints missed',
    input: RecoverWebhookEventsInput,
    run: RecoverWebhookEvents,
    answer: one(recoveryView),
    example: { since: '2026-11-20T00:00:00Z', dry_run: true },
  }),
];
