import type { Feature } from '../feature.js';
import { claims, type Fault, faultOf, taken } from './fault.js';

/** One feature twice, or two of one name: whatever they have would be told twice, so nothing else of them is looked at. */
export const checkDoubled = (features: readonly Feature[]): Fault[] =>
  taken(
    'the name',
    features.map((feature) => ({ feature, name: feature.name })),
  );

/** What every feature or every job is known by. */
export function checkNames(features: readonly Feature[]): Fault[] {
  return [
    ...features.filter(({ name }) => !/^[a-z][a-z0-9-]*$/.test(name)).map((feature) => faultOf(feature, nameForm)),
    ...taken(
      'the job',
      claims(
        features,
        ({ jobs = [] }) => jobs,
        (job) => job.name,
      ),
    ),
  ];
}

const nameForm = 'its name must be lower case words with hyphens: it names a queue and a tag of the documentation';
