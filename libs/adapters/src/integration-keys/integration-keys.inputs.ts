import { Described, Text, Url } from '@tandem/platform/inputs/inputs';
import { integrationKeysGlossary } from './integration-keys.glossary.js';
import { knownProviders } from './provider-table.js';

const provider = {
  max: 64,
  pattern: /^[a-z0-9][a-z0-9-]{0,62}$/,
  form: `one of ${knownProviders}`,
  description: `one of ${knownProviders}`,
};
const key = { max: 4000, pattern: /^[\x21-\x7e]+$/, form: 'up to 4,000 visible ASCII characters without blanks' };

@Described(integrationKeysGlossary)
export class KeyByProvider {
  @Text(provider) provider!: string;
}

@Described(integrationKeysGlossary)
export class StoreIntegrationKeyInput extends KeyByProvider {
  @Text({ ...key, optional: true })
  key?: string;
  @Url({
    clearable: true,
    description:
      'where the API is, if not at its usual address, with https; another host without a new key clears the stored one',
  })
  baseUrl?: string | null;
}
