import { uses } from '../core/use-case.js';
import { DomainError } from '../core/errors.js';
import { Sealer } from '../core/sealer.js';
import { IntegrationKeys } from './integration-keys.port.js';
import { type KeyVerdict, refused } from './key-verdict.js';
import { Providers } from './providers.port.js';

/** Contacts the provider outside any transaction, since it may be slow. */
export class VerifyIntegrationKey extends uses({ keys: IntegrationKeys, providers: Providers, sealer: Sealer }) {
  async run({ provider: name }: { provider: string }): Promise<KeyVerdict> {
    const provider = this.providers.find(name);
    if (!provider) return refused('unknown_provider');
    const stored = await this.keys.findOf(name);
    const key = stored?.opened(this.sealer);
    if (!stored || key === undefined) return refused('not_configured');
    const { id, address, sealedKey } = stored;
    const mayBeSent = stored.refusalOf(provider, this.sealer) === null;
    const fault = mayBeSent ? await this.providers.check(name, address!, key) : 'provider_unreachable';
    try {
      const judged = await this.keys.change(id, (stored_) => stored_.noteVerdict(sealedKey!, fault));
      return judged.verdictOn(sealedKey!, fault);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'not_found') throw error;
      return refused('not_configured'); // deleted during the check
    }
  }
}
