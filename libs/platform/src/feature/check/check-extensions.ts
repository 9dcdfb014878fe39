import type { Provided, Feature, ExtensionPoint } from '../feature.js';
import { faultOf, taken } from './fault.js';

export function checkExtensions(features: readonly Feature[]): string[] {
  const provided = features.flatMap((feature) => (feature.provides ?? []).map((thing) => ({ feature, thing })));
  const points = features.flatMap(({ accepts = [] }) => accepts);
  const stray = provided.filter(({ thing }) => !points.some((point) => isOf(point, thing)));
  const classes = provided.flatMap(({ feature, thing }) =>
    typeof thing === 'function' ? [{ feature, name: thing.name }] : [],
  );
  const twice = taken('the class', classes);
  return [
    ...stray.map(({ feature, thing }) =>
      faultOf(feature, `it provides ${nameOf(thing)}, and no feature accepts such a thing`),
    ),
    ...twice,
    // An extension provided twice also has each of its names twice, but that is one fault.
    ...(twice.length ? [] : points.flatMap((point) => point.faultsIn(ofKind(point, provided), features))),
  ];
}

const isOf = ({ kind }: ExtensionPoint, thing: Provided) =>
  (typeof thing === 'function' ? (thing.prototype as unknown) : thing) instanceof kind;

const ofKind = (point: ExtensionPoint, provided: readonly { feature: Feature; thing: Provided }[]) =>
  provided.filter(({ thing }) => isOf(point, thing)) as { feature: Feature; thing: never }[];

const nameOf = (thing: Provided) => (typeof thing === 'function' ? thing.name : thing.constructor.name);
