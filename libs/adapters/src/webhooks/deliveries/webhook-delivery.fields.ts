import { attemptNotes } from '@tandem/domain/webhooks/deliveries/attempt-result';
import { WebhookAttempt } from '@tandem/domain/webhooks/deliveries/webhook-attempt';
import type { Recovery } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { deliveryStatuses, WebhookDelivery } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import { fields } from '@tandem/platform/store/table';
import { createdAt, derived, hidden, id, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, from, instant, int32, int64, nullable, oneOf, text, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { nextAttemptAt } from './delivery-transitions.js';

export const httpStatus = shown(nullable(int32), 'HTTP status of the last response; null if there was none.', 200);
export const errorMessage = shown(
  nullable(oneOf(attemptNotes)),
  'Why the last attempt failed; null if it did not. invalid_response is not a failure: ' +
    'the response was a 2xx, and only its body was truncated, malformed or endless.',
);

export const deliveryFields = fields(WebhookDelivery, 'webhook_deliveries', {
  id,
  tenantId,
  endpointId: shown(uuid, 'The endpoint that receives the event.'),
  eventId: shown(uuid, 'The event that is delivered: the webhook-id that the receiver sees.'),
  eventType: shown(text, 'Type of the event.', 'task.created'),
  sequence: shown(int64, 'Number of the event within its tenant, without gaps.', 42),
  status: shown(
    oneOf(deliveryStatuses),
    '`pending`, `in_flight`, `retrying`; or ended as `succeeded`, `exhausted` (no attempts left) or `skipped` (no ' +
      'longer wanted).',
    'succeeded',
  ),
  attemptCount: shown(int32, 'Number of attempts so far.', 1),
  tries: hidden(int32),
  dueAt: hidden(nullable(instant)),
  leasedUntil: hidden(nullable(instant)),
  isUrgent: hidden(bool),
  nextAttemptAt: derived(
    from({ column: nextAttemptAt }, nullable(instant)),
    'When the next attempt is due, or when a hold of the endpoint ends if that is later; null if there is none.',
  ),
  lastAttemptAt: shown(
    nullable(instant),
    'When the last attempt started; null before the first.',
    '2026-11-21T09:30:01.120Z',
  ),
  completedAt: shown(
    nullable(instant),
    'When the delivery ended, whatever its outcome; null until then.',
    '2026-11-21T09:30:01.480Z',
  ),
  httpStatus,
  errorMessage,
  isRecovered: shown(bool, 'True if it was created by recovering missed events.', false),
  createdAt,
  updatedAt,
});
export const deliveryView = deliveryFields.view;

export const attemptFields = fields(WebhookAttempt, 'webhook_attempts', {
  id,
  tenantId,
  deliveryId: shown(uuid, 'The delivery that the attempt belongs to.'),
  number: hidden(int32),
  attempt: derived(from({ property: 'number' }, int32), 'Number of the attempt, from 1.', 1),
  startedAt: derived(from({ property: 'createdAt' }, instant), 'When the attempt started.', '2026-11-21T09:30:01.120Z'),
  finishedAt: shown(
    nullable(instant),
    'When the response was received or given up; null while in progress.',
    '2026-11-21T09:30:01.480Z',
  ),
  httpStatus,
  errorMessage,
  responseTimeMs: shown(nullable(int32), 'Response time in milliseconds.', 360),
  responseBody: shown(nullable(text), 'The first 16 KiB of the response body; null for none.', 'ok'),
});
export const attemptView = attemptFields.view;

export const recoveryView = view<Recovery>()('WebhookRecovery', {
  recovered: shown(int32, 'Number of deliveries made due now, or, with dry_run, that would be.', 12),
  hasMore: shown(bool, 'True if more than 10,000 were missed: call again.', false),
});
