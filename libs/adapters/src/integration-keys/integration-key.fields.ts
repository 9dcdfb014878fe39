import { IntegrationKey } from '@tandem/domain/integration-keys/integration-key';
import { keyFaults, type KeyVerdict } from '@tandem/domain/integration-keys/key-verdict';
import { fields } from '@tandem/platform/store/table';
import { createdAt, hidden, id, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, instant, nullable, oneOf, text } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';

const lastVerifiedAt = shown(
  nullable(instant),
  'When the provider last accepted the key; null if never.',
  '2026-11-21T09:30:00.000Z',
);

export const integrationKeyFields = fields(IntegrationKey, 'integration_keys', {
  id,
  tenantId,
  provider: shown(text, 'The provider that the key is for.', 'openai'),
  baseUrl: shown(
    nullable(text),
    "Base URL of the API, if not the provider's default. Changing the host without a new key clears the stored one.",
  ),
  address: hidden(nullable(text)),
  keyHint: shown(nullable(text), 'The last characters of the key; null if none is stored any more.', '…kV1b'),
  sealedKey: hidden(nullable(text)),
  lastVerifiedAt,
  createdAt,
  updatedAt,
});
export const integrationKeyView = integrationKeyFields.view;

export const keyVerdictView = view<KeyVerdict>()('IntegrationKeyVerdict', {
  valid: shown(bool, 'Whether the provider currently accepts the key.', true),
  lastVerifiedAt,
  reason: shown(nullable(oneOf(keyFaults)), 'Why the key could not be verified; null if it is valid.'),
});
