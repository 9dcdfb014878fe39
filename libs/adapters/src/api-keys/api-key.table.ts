import { ApiKey } from '@tandem/domain/api-keys/api-key';
import { bool, instant, int, nullable, table, text, texts, uuid } from '@tandem/platform/store/table';

export const apiKeyTable = table(ApiKey, 'api_keys', {
  memberId: uuid,
  name: text,
  environment: text,
  scopes: texts,
  isActive: bool,
  keyHint: text,
  expiresAt: nullable(instant),
  lastUsedAt: nullable(instant),
  revokedAt: nullable(instant),
  toldDaysAhead: nullable(int),
});
