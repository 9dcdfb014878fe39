import { type ApiKey, environments } from '@tandem/domain/api-keys/api-key';
import { bool, instant, nullable, oneOf, text, texts, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { apiKeysGlossary } from './api-keys.glossary.js';

export const apiKeyView = view<ApiKey>(apiKeysGlossary)('ApiKey', {
  id: uuid,
  tenant_id: uuid,
  member_id: uuid,
  name: text,
  environment: oneOf(environments),
  scopes: texts,
  is_active: bool,
  key_hint: text,
  created_at: instant,
  updated_at: instant,
  expires_at: nullable(instant),
  last_used_at: nullable(instant),
});

export const apiKeyWithSecretView = apiKeyView.with('ApiKeyWithSecret', { key: text });
