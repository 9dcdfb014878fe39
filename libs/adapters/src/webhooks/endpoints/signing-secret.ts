import type { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import type { SealedFor } from '@tandem/platform/secrets/seal';

/** The place that the signing secrets of an endpoint are sealed for. */
export const signingSecretOf = ({ tenantId, id }: Pick<WebhookEndpoint, 'tenantId' | 'id'>): SealedFor => ({
  tenantId,
  context: `${tenantId}|${id}|signing_secret`,
});
