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
  'brings',
  'takes',
] as const;
const records = ['entities', 'domains', 'linkable', 'settings'] as const;

/** Checks that each is a feature at all: plain JavaScript may pass anything. */
export const checkShape = (features: readonly Feature[]): string[] =>
  features.flatMap((feature) =>
    isFeature(feature)
      ? emptyPlaces(feature).map((key) => faultOf(feature, `${key} has a place with nothing in it: ${reason}`))
      : ['something in the list of features is none: a feature has a name and a summary'],
  );

const reason = 'two files that import each other leave such places';

/** True for anything with the name and the summary that every feature has. */
export const isFeature = (thing: unknown): thing is Feature =>
  typeof thing === 'object' &&
  thing !== null &&
  typeof (thing as Feature).name === 'string' &&
  typeof (thing as Feature).summary === 'string';

const emptyPlaces = (feature: Feature): string[] => [
  ...lists.filter((key) => !isWhole(feature[key] ?? [])),
  ...records.filter((key) => !isWhole(Object.values(feature[key] ?? {}))),
];

const isWhole = (list: unknown) => Array.isArray(list) && list.every((item) => item !== undefined && item !== null);
