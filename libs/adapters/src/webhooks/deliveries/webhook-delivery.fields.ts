import { attemptNotes } from '@tandem/domain/webhooks/deliveries/answer';
import { WebhookAttempt } from '@tandem/domain/webhooks/deliveries/webhook-attempt';
import type { Recovery } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { deliveryStatuses, WebhookDelivery } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import { fields } from '@tandem/platform/store/table';
import { createdAt, derived, hidden, id, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, from, instant, int32, int64, nullable, oneOf, text, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { nextAttemptAt } from './delivery-transitions.js';

export const httpStatus = shown(nullable(int32), 'Status of the last answer; null where none came.', 200);
export const errorMessage = shown(
  nullable(oneOf(attemptNotes)),
  'Why the last try failed; null when it did not. ' +
    'invalid_response is no failure: the answer was a 2xx, and only its body was cut off, malformed or endless.',
);

export const deliveryFields = fields(WebhookDelivery, 'webhook_deliveries', {
  id,
  tenantId,
  endpointId: shown(uuid, 'The endpoint it goes to.'),
  eventId: shown(uuid, 'The event that is delivered: what the receiver sees as webhook-id.'),
  eventType: shown(text, 'The type of the event.', 'task.created'),
  sequence: shown(int64, 'Number of the event within its tenant, without gaps.', 42),
  status: shown(
    oneOf(deliveryStatuses),
    'pending, in_flight, retrying; ' +
      'or ended as succeeded, exhausted (no try left) or skipped (nobody wants it any more).',
    'succeeded',
  ),
  attemptCount: shown(int32, 'Tries so far.', 1),
  tries: hidden(int32),
  dueAt: hidden(nullable(instant)),
  leasedUntil: hidden(nullable(instant)),
  nextAttemptAt: derived(
    from({ column: nextAttemptAt }, nullable(instant)),
    'When the next try is due; null when none is.',
  ),
  lastAttemptAt: shown(
    nullable(instant),
    'When the last try began; null before the first.',
    '2026-11-21T09:30:01.120Z',
  ),
  completedAt: shown(
    nullable(instant),
    'When it ended, one way or the other; null until then.',
    '2026-11-21T09:30:01.480Z',
  ),
  httpStatus,
  errorMessage,
  isRecovered: shown(bool, 'True when it was made by recovering missed events.', false),
  createdAt,
  updatedAt,
});
export const deliveryView = deliveryFields.view;

export const attemptFields = fields(WebhookAttempt, 'webhook_attempts', {
  id,
  tenantId,
  deliveryId: shown(uuid, 'The delivery it is a try of.'),
  number: hidden(int32),
  attempt: derived(from({ property: 'number' }, int32), 'Number of the try, from 1.', 1),
  startedAt: derived(from({ property: 'createdAt' }, instant), 'When the try began.', '2026-11-21T09:30:01.120Z'),
  finishedAt: shown(
    nullable(instant),
    'When the answer was there, or given up; null while it runs.',
    '2026-11-21T09:30:01.480Z',
  ),
  httpStatus,
  errorMessage,
  responseTimeMs: shown(nullable(int32), 'How long the answer took, in milliseconds.', 360),
  responseBody: shown(nullable(text), 'The first 16 KiB of what the endpoint answered; null for nothing.', 'ok'),
});
export const attemptView = attemptFields.view;

export const recoveryView = view<Recovery>()('WebhookRecovery', {
  recovered: shown(int32, 'Deliveries that were made, or with dry_run would be.', 12),
  hasMore: shown(bool, 'True when more than 10,000 were missed: call again.', false),
});
