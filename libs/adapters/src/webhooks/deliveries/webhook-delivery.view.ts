import type { Recovery } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import type { WebhookAttempt } from '@tandem/domain/webhooks/deliveries/webhook-attempt';
import { attemptNotes } from '@tandem/domain/webhooks/deliveries/answer';
import { deliveryStatuses, type WebhookDelivery } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import { bool, from, instant, int32, int64, nullable, oneOf, text, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { webhooksGlossary } from '../webhooks.glossary.js';
import { nextAttemptAt } from './delivery-transitions.js';

export const deliveryView = view<WebhookDelivery>(webhooksGlossary)('WebhookDelivery', {
  id: uuid,
  tenant_id: uuid,
  endpoint_id: uuid,
  event_id: uuid,
  event_type: text,
  sequence: int64,
  status: oneOf(deliveryStatuses),
  attempt_count: int32,
  next_attempt_at: from({ column: nextAttemptAt }, nullable(instant)),
  last_attempt_at: nullable(instant),
  completed_at: nullable(instant),
  http_status: nullable(int32),
  error_message: nullable(oneOf(attemptNotes)),
  is_recovered: bool,
  created_at: instant,
  updated_at: instant,
});

export const attemptView = view<WebhookAttempt>(webhooksGlossary)('WebhookAttempt', {
  id: uuid,
  tenant_id: uuid,
  delivery_id: uuid,
  attempt: from({ column: 't.number', property: 'number' }, int32),
  started_at: from({ column: 't.created_at', property: 'createdAt' }, instant),
  finished_at: nullable(instant),
  http_status: nullable(int32),
  error_message: nullable(oneOf(attemptNotes)),
  response_time_ms: nullable(int32),
  response_body: nullable(text),
});

export const recoveryView = view<Recovery>(webhooksGlossary)('WebhookRecovery', { recovered: int32, has_more: bool });
