import { Vocabulary } from '@tandem/domain/core/vocabulary';
import type { Feature } from './feature.js';

export const vocabularyOf = (features: readonly Feature[]): Vocabulary =>
  Object.assign(vocabularyWithoutSearch(features), {
    searched: features.flatMap(({ searchable = [] }) => searchable.map(({ type }) => type)),
  });

const vocabularyWithoutSearch = (features: readonly Feature[]): Vocabulary =>
  new Vocabulary(
    Object.assign({}, ...features.map(({ domains }) => domains)) as NonNullable<Feature['domains']>,
    Object.assign({}, ...features.map(({ linkable }) => linkable)) as Feature['linkable'],
    features.flatMap(({ publishes = [] }) => publishes.map(({ type }) => type)),
    features.flatMap(({ audits = [] }) => audits),
  );
