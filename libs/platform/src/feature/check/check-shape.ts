import type { Feature } from '../feature.js';
import { faultOf } from './fault.js';

const lists = [
  'tables',
  'migrations',
  'adapters',
  'routes',
  'jobs',
  'publishes',
  'audits',
  'measures',
  'sealed',
  'provides',
  'accepts',
] as const;
const records = ['entities', 'domains', 'linkable', 'settings'] as const;

/** Plain JavaScript may pass anything as a feature. */
export const checkShape = (features: readonly Feature[]): string[] =>
  features.flatMap((feature) =>
    isFeature(feature)
      ? keysWithGaps(feature).map((key) => faultOf(feature, `${key} has an empty item: ${reason}`))
      : ['the list of features contains something else: a feature has a name and a summary'],
  );

const reason = 'two files that import each other leave such places';

export const isFeature = (thing: unknown): thing is Feature =>
  typeof thing === 'object' &&
  thing !== null &&
  typeof (thing as Feature).name === 'string' &&
  typeof (thing as Feature).summary === 'string';

const keysWithGaps = (feature: Feature): string[] => [
  ...lists.filter((key) => !isComplete(feature[key] ?? [])),
  ...records.filter((key) => !isComplete(Object.values(feature[key] ?? {}))),
];

const isComplete = (list: unknown) => Array.isArray(list) && list.every((item) => item !== undefined && item !== null);
