import { IntegrationKey } from '@tandem/domain/integration-keys/integration-key';
import { instant, nullable, table, text } from '@tandem/platform/store/table';

export const integrationKeyTable = table(IntegrationKey, 'integration_keys', {
  provider: text,
  baseUrl: nullable(text),
  address: nullable(text),
  keyHint: nullable(text),
  sealedKey: nullable(text),
  lastVerifiedAt: nullable(instant),
});
