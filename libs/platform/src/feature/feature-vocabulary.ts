import { Vocabulary } from '@tandem/domain/core/vocabulary';
import type { Feature } from './feature.js';

/** Tandem's own domains of rights and linkable types, and what these features add. */
export const vocabularyOf = (features: readonly Feature[]): Vocabulary =>
  new Vocabulary(
    Object.assign({}, ...features.map(({ domains = {} }) => domains)) as Feature['domains'],
    Object.assign({}, ...features.map(({ linkable = {} }) => linkable)) as Feature['linkable'],
  );
