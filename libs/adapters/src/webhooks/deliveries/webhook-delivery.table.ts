import { WebhookAttempt } from '@tandem/domain/webhooks/deliveries/webhook-attempt';
import { WebhookDelivery } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import { bigint, bool, instant, int, nullable, table, text, uuid } from '@tandem/platform/store/table';

export const webhookDeliveryTable = table(WebhookDelivery, 'webhook_deliveries', {
  endpointId: uuid,
  eventId: uuid,
  eventType: text,
  sequence: bigint,
  status: text,
  attemptCount: int,
  tries: int,
  dueAt: nullable(instant),
  leasedUntil: nullable(instant),
  httpStatus: nullable(int),
  errorMessage: nullable(text),
  lastAttemptAt: nullable(instant),
  completedAt: nullable(instant),
  isRecovered: bool,
});

export const webhookAttemptTable = table(WebhookAttempt, 'webhook_attempts', {
  deliveryId: uuid,
  number: int,
  finishedAt: nullable(instant),
  httpStatus: nullable(int),
  errorMessage: nullable(text),
  responseTimeMs: nullable(int),
  responseBody: nullable(text),
});
