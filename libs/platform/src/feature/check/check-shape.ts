import type { Feature } from '../feature.js';
import { type Fault, faultOf } from './fault.js';

const lists = ['tables', 'migrations', 'adapters', 'routes', 'jobs', 'publishes', 'sealed', 'blueprints'] as const;
const records = ['entities', 'domains', 'linkable', 'providers'] as const;

/** What holds for anything that wants to be a feature; plain JavaScript may hand over what is none. */
export const checkShape = (features: readonly Feature[]): Fault[] => features.flatMap(faultsOf);

function faultsOf(feature: Feature): Fault[] {
  if (!isFeature(feature)) return ['something in the list of features is none: a feature has a name and a summary'];
  const values = feature as unknown as Record<string, unknown>;
  return [
    ...lists.filter((key) => !isWhole(values[key])).map((key) => faultOf(feature, emptyPlace(key))),
    ...records
      .filter((key) => !isWhole(Object.values(values[key] ?? {})))
      .map((key) => faultOf(feature, emptyPlace(key))),
  ];
}

/** True for what has the two words that every feature has. */
export const isFeature = (thing: unknown): thing is Feature =>
  typeof thing === 'object' &&
  thing !== null &&
  typeof (thing as Feature).name === 'string' &&
  typeof (thing as Feature).summary === 'string';

const isWhole = (list: unknown) =>
  list === undefined || (Array.isArray(list) && list.every((item) => item !== undefined && item !== null));

const emptyPlace = (key: string) =>
  `${key} has a place with nothing in it: two files that import each other leave such places`;
