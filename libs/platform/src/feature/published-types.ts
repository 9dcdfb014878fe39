import type { Published } from './feature.js';

/** Every event type that some feature publishes. */
export class PublishedTypes {
  constructor(readonly list: readonly Published[]) {}
}
