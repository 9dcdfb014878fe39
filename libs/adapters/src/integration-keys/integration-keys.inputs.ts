import { Described, Text, Url } from '@tandem/platform/inputs/inputs';
import { Secret } from '@tandem/platform/inputs/secret';
import { integrationKeyView } from './integration-key.fields.js';
import { knownProviders } from './provider-table.js';

const provider = {
  max: 64,
  pattern: /^[a-z0-9][a-z0-9-]{0,62}$/,
  form: `one of ${knownProviders}`,
  description: `one of ${knownProviders}`,
};

@Described(integrationKeyView)
export class KeyByProvider {
  @Text(provider) provider!: string;
}

export class StoreIntegrationKeyInput extends KeyByProvider {
  @Secret({
    optional: true,
    description: "The provider's key, encrypted at rest and never returned. Required if none is stored.",
    example: 'sk-proj-4f7Qm2ZxT9cRkV1b',
  })
  key?: string;
  @Url({
    clearable: true,
    description:
      "base URL of the API (https), if not the provider's default; " +
      'changing the host without a new key clears the stored one',
  })
  baseUrl?: string | null;
}
