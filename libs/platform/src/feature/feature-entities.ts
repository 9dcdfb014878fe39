import { Entities } from '@tandem/domain/core/entities';
import type { Container } from './container.js';
import type { Feature, Findable } from './feature.js';

export class FeatureEntities extends Entities {
  private readonly stores: NonNullable<Feature['entities']>;

  constructor(
    features: readonly Feature[],
    private readonly container: () => Container,
  ) {
    super();
    this.stores = Object.assign({}, ...features.map((feature) => feature.entities ?? {})) as typeof this.stores;
  }

  async idOf(type: string, id: string): Promise<string | undefined> {
    return (await this.store(type)?.find(id))?.id;
  }

  async present(type: string, ids: readonly string[]): Promise<Set<string>> {
    return (await this.store(type)?.present(ids)) ?? new Set();
  }

  async lockedIdOf(type: string, id: string): Promise<string | undefined> {
    return (await this.store(type)?.lockShared(id))?.id;
  }

  private store(type: string): Findable | undefined {
    const store = Object.hasOwn(this.stores, type) ? this.stores[type] : undefined;
    return store && this.container().get(store);
  }
}
