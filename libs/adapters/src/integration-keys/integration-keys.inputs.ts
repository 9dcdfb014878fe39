import { Text, Url } from '@tandem/platform/inputs';
import { knownProviders } from './provider-table.js';

const provider = { max: 64, pattern: /^[a-z0-9][a-z0-9-]{0,62}$/, description: `one of ${knownProviders}` };

export class OfProviderInput {
  @Text(provider) provider!: string;
}

export class StoreIntegrationKeyInput {
  @Text(provider) provider!: string;
  @Text({ max: 4000, pattern: /^[\x21-\x7e]+$/, optional: true, description: 'required where none is stored' })
  key?: string;
  @Url({
    optional: true,
    nullable: true,
    description: 'where the API is, if not at its usual address; another host without a new key clears the stored one',
  })
  baseUrl?: string | null;
}
