import type { Brought, Feature, Taking } from '../feature.js';
import { faultOf, taken } from './fault.js';

export function checkExtensions(features: readonly Feature[]): string[] {
  const brought = features.flatMap((feature) => (feature.brings ?? []).map((thing) => ({ feature, thing })));
  const takings = features.flatMap(({ takes = [] }) => takes);
  const stray = brought.filter(({ thing }) => !takings.some((taking) => isOf(taking, thing)));
  const classes = brought.flatMap(({ feature, thing }) =>
    typeof thing === 'function' ? [{ feature, name: thing.name }] : [],
  );
  const twice = taken('the class', classes);
  return [
    ...stray.map(({ feature, thing }) =>
      faultOf(feature, `it brings ${nameOf(thing)}, and no feature takes such a thing`),
    ),
    ...twice,
    // An extension provided twice also has each of its names twice, but that is one fault.
    ...(twice.length ? [] : takings.flatMap((taking) => taking.faultsIn(ofKind(taking, brought), features))),
  ];
}

const isOf = ({ kind }: Taking, thing: Brought) =>
  (typeof thing === 'function' ? (thing.prototype as unknown) : thing) instanceof kind;

const ofKind = (taking: Taking, brought: readonly { feature: Feature; thing: Brought }[]) =>
  brought.filter(({ thing }) => isOf(taking, thing)) as { feature: Feature; thing: never }[];

const nameOf = (thing: Brought) => (typeof thing === 'function' ? thing.name : thing.constructor.name);
