import type { IntegrationKey } from '@tandem/domain/integration-keys/integration-key';
import { keyFaults, type KeyVerdict } from '@tandem/domain/integration-keys/key-verdict';
import { bool, instant, nullable, oneOf, text, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { integrationKeysGlossary } from './integration-keys.glossary.js';

export const integrationKeyView = view<IntegrationKey>(integrationKeysGlossary)('IntegrationKey', {
  id: uuid,
  tenant_id: uuid,
  provider: text,
  base_url: nullable(text),
  key_hint: nullable(text),
  last_verified_at: nullable(instant),
  created_at: instant,
  updated_at: instant,
});

export const keyVerdictView = view<KeyVerdict>(integrationKeysGlossary)('IntegrationKeyVerdict', {
  valid: bool,
  last_verified_at: nullable(instant),
  reason: nullable(oneOf(keyFaults)),
});
