import type { Rendered } from '../core/page.js';
import { IntegrationKeys } from './integration-keys.port.js';

export class GetIntegrationKey {
  static needs = [IntegrationKeys] as const;

  constructor(private readonly keys: IntegrationKeys) {}

  run({ provider }: { provider: string }): Promise<Rendered> {
    return this.keys.readOf(provider);
  }
}
