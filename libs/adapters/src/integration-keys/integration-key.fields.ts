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
  provider: shown(text, 'Whose key it is.', 'openai'),
  baseUrl: shown(
    nullable(text),
    "Where the API is, if not at the provider's usual address. Another host without a new key clears the stored one.",
  ),
  address: hidden(nullable(text)),
  keyHint: shown(nullable(text), 'The last characters of the key; null when none is stored any more.', '…kV1b'),
  sealedKey: hidden(nullable(text)),
  lastVerifiedAt,
  createdAt,
  updatedAt,
});
export const integrationKeyView = integrationKeyFields.view;

export const keyVerdictView = view<KeyVerdict>()('IntegrationKeyVerdict', {
  valid: shown(bool, 'Whether the provider accepts the key now.', true),
  lastVerifiedAt,
  reason: shown(nullable(oneOf(keyFaults)), 'Why the key could not be verified; null when it is valid.'),
});
