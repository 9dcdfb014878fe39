import { Vocabulary } from '@tandem/domain/core/vocabulary';
import type { Feature } from './feature.js';

/** Tandem's own domains of rights and linkable types, what these features add, and the events they publish. */
export const vocabularyOf = (features: readonly Feature[]): Vocabulary =>
  new Vocabulary(
    Object.assign({}, ...features.map(({ domains = {} }) => domains)) as Feature['domains'],
    Object.assign({}, ...features.map(({ linkable = {} }) => linkable)) as Feature['linkable'],
    features.flatMap(({ publishes = [] }) => publishes.map(({ type }) => type)),
  );
