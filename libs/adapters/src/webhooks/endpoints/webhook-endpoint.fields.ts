import { EndpointHealth } from '@tandem/domain/webhooks/endpoints/endpoint-health';
import type { WebhookTestResult } from '@tandem/domain/webhooks/endpoints/test-webhook-endpoint';
import { disabledReasons, WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { fields } from '@tandem/platform/store/table';
import { createdAt, derived, hidden, id, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, from, instant, int32, named, nullable, oneOf, text, texts, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { errorMessage, httpStatus } from '../deliveries/webhook-delivery.fields.js';

export const endpointFields = fields(WebhookEndpoint, 'webhook_endpoints', {
  id,
  tenantId,
  url: shown(text, 'Where events are sent: https, at a public address.', 'https://example.com/hooks'),
  description: shown(nullable(text), 'What it is for; null for none.', 'Mirrors tasks into the warehouse.'),
  eventTypes: shown(
    nullable(texts),
    'Only events of these types, such as task.created, or task.* for the family; null for all.',
    ['task.*'],
  ),
  onlyChannels: shown(
    named('channels', nullable(texts)),
    'Only events on one of these channels, such as tasks, project_<id>, notebook_<id> or agent_<blueprint>; ' +
      'null for all.',
  ),
  memberId: shown(
    nullable(uuid),
    'The member who gave the address, or took it over since: the endpoint is told what they may read. Null for none.',
  ),
  keyId: hidden(nullable(uuid)),
  isEnabled: shown(bool, 'False stops it: what happens meanwhile is not sent, and can be recovered.', true),
  disabledAt: shown(nullable(instant), 'When it was disabled; null while it is enabled.'),
  disabledReason: shown(
    nullable(oneOf(disabledReasons)),
    'Why it is disabled: by hand, because the receiver answered 410 (gone), or after failing for days; ' +
      'or because of whom it belongs to: owner_deactivated, key_inactive (the API key it was made with is revoked, ' +
      'paused or expired) or permission_denied (they may have none any more). Null while it is enabled.',
  ),
  sealedSecret: hidden(text),
  previousSealedSecret: hidden(nullable(text)),
  previousSecretUntil: hidden(nullable(instant)),
  wantedSince: hidden(instant),
  missedSince: hidden(nullable(instant)),
  deletedAt: hidden(nullable(instant)),
  createdAt,
  updatedAt,
  signingSecret: derived(
    from({ column: 'null::text', property: 'withheld' }, nullable(text)),
    'Always null: the secret is in the answers of create and rotate only.',
  ),
});
export const endpointView = endpointFields.view;

/** With the secret itself; only create and rotate answer with it. */
export const endpointWithSecretView = endpointView.with('WebhookEndpointWithSecret', {
  signingSecret: shown(
    text,
    'What deliveries are signed with, shown this once: see [verifying webhooks](/docs/webhooks).',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  ),
});

export const testResultView = view<WebhookTestResult>()('WebhookTestResult', {
  success: shown(bool, 'Whether the endpoint answered with 2xx.', true),
  httpStatus,
  responseTimeMs: shown(int32, 'How long the answer took, in milliseconds.', 120),
  errorMessage,
});

/** Data of the event that a test sends. */
export const webhookTestView = view<{ endpointId: string }>()('WebhookTest', {
  endpointId: shown(uuid, 'The endpoint it goes to.'),
});

/** No route answers with it; the store needs a view. */
export const endpointHealthFields = fields(EndpointHealth, ['webhook_endpoint_healths', 'WebhookEndpointHealth'], {
  id,
  failingSince: shown(nullable(instant)),
  failedTries: hidden(int32),
  failuresInARow: hidden(int32),
  firstFailedEventId: hidden(nullable(uuid)),
  hasSeveralEvents: hidden(bool),
  isWarned: hidden(bool),
  heldUntil: shown(nullable(instant)),
  holdSeconds: hidden(int32),
});
