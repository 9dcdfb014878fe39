import { EndpointHealth } from '@tandem/domain/webhooks/endpoints/endpoint-health';
import { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { bool, instant, int, nullable, table, text, texts, uuid } from '@tandem/platform/store/table';

export const webhookEndpointTable = table(WebhookEndpoint, 'webhook_endpoints', {
  url: text,
  description: nullable(text),
  eventTypes: nullable(texts),
  onlyChannels: nullable({ ...texts, name: 'channels' }),
  memberId: nullable(uuid),
  keyId: nullable(uuid),
  isEnabled: bool,
  disabledAt: nullable(instant),
  disabledReason: nullable(text),
  sealedSecret: text,
  previousSealedSecret: nullable(text),
  previousSecretUntil: nullable(instant),
  wantedSince: instant,
  missedSince: nullable(instant),
  deletedAt: nullable(instant),
});

export const endpointHealthTable = table(EndpointHealth, 'webhook_endpoint_healths', {
  failingSince: nullable(instant),
  failedTries: int,
  failuresInARow: int,
  firstFailedEventId: nullable(uuid),
  hasSeveralEvents: bool,
  isWarned: bool,
  heldUntil: nullable(instant),
  holdSeconds: int,
});
