import { EndpointHealth } from '@tandem/domain/webhooks/endpoints/endpoint-health';
import { healthStates, type HealthReport } from '@tandem/domain/webhooks/endpoints/health-report';
import type { WebhookTestResult } from '@tandem/domain/webhooks/endpoints/test-webhook-endpoint';
import { disabledReasons, WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { fields } from '@tandem/platform/store/table';
import { createdAt, derived, hidden, id, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, from, instant, int32, named, nullable, oneOf, text, texts, uuid } from '@tandem/platform/view/kinds';
import { record, view } from '@tandem/platform/view/view';
import { errorMessage, httpStatus } from '../deliveries/webhook-delivery.fields.js';
import { healthOfRow, outcomes } from './endpoint-outcomes.js';

const healthView = view<HealthReport>()('WebhookHealth', {
  state: shown(
    oneOf(healthStates),
    '`healthy`; `failing` from the first failed attempt until the next success; `held` while nothing is sent after ' +
      'ten failures in a row; `disabled`.',
    'held',
  ),
  consecutiveFailures: shown(int32, 'Failed attempts in a row; 0 after a success.', 12),
  failingSince: shown(nullable(instant), 'When the first of them failed; null without failures.'),
  heldUntil: shown(nullable(instant), 'When the next attempt is made; null unless it is held.'),
  lastSuccessAt: shown(
    nullable(instant),
    'When a delivery last succeeded; null if none did. A test is not a delivery.',
    '2026-11-21T09:30:01.480Z',
  ),
});

export const endpointFields = fields(WebhookEndpoint, 'webhook_endpoints', {
  id,
  tenantId,
  url: shown(text, 'URL that events are sent to: https, at a public address.', 'https://example.com/hooks'),
  description: shown(nullable(text), 'What it is for; null for none.', 'Mirrors tasks into the warehouse.'),
  eventTypes: shown(
    nullable(texts),
    'Only events of these types, such as task.created, or task.* for all task events; null for all.',
    ['task.*'],
  ),
  onlyChannels: shown(
    named('channels', nullable(texts)),
    'Only events on one of these channels, such as tasks, project_<id>, notebook_<id> or agent_<blueprint>; ' +
      'null for all.',
  ),
  memberId: shown(
    nullable(uuid),
    'The member who set the URL, or has since taken the endpoint over: it receives what they may read. Null for none.',
  ),
  keyId: hidden(nullable(uuid)),
  isEnabled: shown(bool, 'False disables it: events in the meantime are not sent, and can be recovered.', true),
  disabledAt: shown(nullable(instant), 'When it was disabled; null while it is enabled.'),
  disabledReason: shown(
    nullable(oneOf(disabledReasons)),
    'Why it is disabled: manually, because the receiver responded 410 (Gone), or after failing for days; ' +
      'or because of its owner: owner_deactivated, key_inactive (the API key it was created with is revoked, paused ' +
      'or expired) or permission_denied (they may no longer have endpoints). Null while it is enabled.',
  ),
  health: derived(
    { ...record(healthView), column: outcomes, write: (row: string) => healthView.render(healthOfRow(row)) },
    'Whether deliveries succeed: see [holding](/docs/webhooks).',
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
    'Always null: only create and rotate return the secret.',
  ),
});
export const endpointView = endpointFields.view;

/** With the secret itself; only create and rotate return it. */
export const endpointWithSecretView = endpointView.with('WebhookEndpointWithSecret', {
  signingSecret: shown(
    text,
    'Secret that deliveries are signed with, shown only once: see [verifying webhooks](/docs/webhooks).',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  ),
});

export const testResultView = view<WebhookTestResult>()('WebhookTestResult', {
  success: shown(bool, 'Whether the endpoint responded with 2xx.', true),
  httpStatus,
  responseTimeMs: shown(int32, 'Response time in milliseconds.', 120),
  errorMessage,
});

/** Data of the event that a test sends. */
export const webhookTestView = view<{ endpointId: string }>()('WebhookTest', {
  endpointId: shown(uuid, 'The endpoint that receives the event.'),
});

/** No route returns it; the store needs a view. */
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
  releasedAt: hidden(nullable(instant)),
});
