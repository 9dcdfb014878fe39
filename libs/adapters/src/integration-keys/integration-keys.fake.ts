import { notFound } from '@tandem/domain/core/errors';
import type { Rendered } from '@tandem/domain/core/page';
import type { IntegrationKey } from '@tandem/domain/integration-keys/integration-key';
import type { IntegrationKeys } from '@tandem/domain/integration-keys/integration-keys.port';
import { InMemoryStore } from '@tandem/testing/in-memory-store';
import { integrationKeyView } from './integration-key.view.js';

export class InMemoryIntegrationKeys extends InMemoryStore<IntegrationKey> implements IntegrationKeys {
  constructor() {
    super(integrationKeyView);
  }

  async findOf(provider: string): Promise<IntegrationKey | undefined> {
    return this.seen().find((key) => key.provider === provider);
  }

  holdOf(provider: string): Promise<IntegrationKey | undefined> {
    return this.findOf(provider);
  }

  async readOf(provider: string): Promise<Rendered> {
    const key = await this.findOf(provider);
    if (!key) throw notFound();
    return this.rendered(key);
  }
}
