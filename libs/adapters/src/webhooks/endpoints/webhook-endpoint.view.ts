import type { EndpointHealth } from '@tandem/domain/webhooks/endpoints/endpoint-health';
import type { WebhookTestResult } from '@tandem/domain/webhooks/endpoints/test-webhook-endpoint';
import { attemptNotes } from '@tandem/domain/webhooks/deliveries/answer';
import { disabledReasons, type WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { bool, from, instant, int32, nullable, oneOf, text, texts, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { webhooksGlossary } from '../webhooks.glossary.js';

export const endpointView = view<WebhookEndpoint>(webhooksGlossary)('WebhookEndpoint', {
  id: uuid,
  tenant_id: uuid,
  url: text,
  description: nullable(text),
  event_types: nullable(texts),
  channels: from({ property: 'onlyChannels' }, nullable(texts)),
  member_id: nullable(uuid),
  is_enabled: bool,
  disabled_at: nullable(instant),
  disabled_reason: nullable(oneOf(disabledReasons)),
  created_at: instant,
  updated_at: instant,
  signing_secret: from({ column: 'null::text', property: 'withheld' }, nullable(text)),
});

/** With the secret itself; only create and rotate answer with it. */
export const endpointWithSecretView = endpointView.with('WebhookEndpointWithSecret', { signing_secret: text });

export const testResultView = view<WebhookTestResult>(webhooksGlossary)('WebhookTestResult', {
  success: bool,
  http_status: nullable(int32),
  response_time_ms: int32,
  error_message: nullable(oneOf(attemptNotes)),
});

/** Data of the event that a test sends. */
export const webhookTestView = view<{ endpointId: string }>(webhooksGlossary)('WebhookTest', { endpoint_id: uuid });

/** No route answers with it; the store needs a view. */
export const endpointHealthView = view<EndpointHealth>(webhooksGlossary)('WebhookEndpointHealth', {
  id: uuid,
  failing_since: nullable(instant),
  held_until: nullable(instant),
});
