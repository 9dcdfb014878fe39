import type { Feature } from '../feature.js';
import { claims, type Fault, faultOf, taken } from './fault.js';

/** Events that leave the house, and jobs that start from events. */
export function checkEvents(features: readonly Feature[]): Fault[] {
  const published = claims(
    features,
    ({ publishes = [] }) => publishes,
    ({ type }) => type,
  );
  const known = new Set(published.map(({ name }) => name));
  return [
    ...taken('the event type', published),
    ...published
      .filter(({ name }) => !/^[a-z][a-z_]*(\.[a-z][a-z_]*)+$/.test(name))
      .map(({ feature, name }) => faultOf(feature, `the event type ${name} must be a noun, a dot and a verb`)),
    ...features.flatMap((feature) => unknownStarts(feature, known)),
    ...features.flatMap(impossibleClocks),
  ];
}

const unknownStarts = (feature: Feature, known: ReadonlySet<string>): Fault[] =>
  (feature.jobs ?? []).flatMap(({ name, on }) =>
    (Array.isArray(on) ? (on as string[]) : [])
      .filter((type) => !known.has(type))
      .map((type) => faultOf(feature, `the job ${name} waits for the event ${type}, which no feature publishes`)),
  );

const impossibleClocks = (feature: Feature): Fault[] =>
  (feature.jobs ?? [])
    .filter(({ everySeconds }) => everySeconds !== undefined && !(everySeconds > 0))
    .map(({ name }) => faultOf(feature, `the job ${name} must run every so many seconds, more than 0`));
