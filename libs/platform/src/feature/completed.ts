import type { Feature } from './feature.js';

const known = new WeakMap<readonly Feature[], readonly Feature[]>();

/** The features with the routes that some derive from all of them; the same list each time. */
export function completed(features: readonly Feature[]): readonly Feature[] {
  const found = known.get(features) ?? features.map((feature) => withDerived(feature, features));
  known.set(features, found);
  known.set(found, found);
  return found;
}

function withDerived(feature: Feature, features: readonly Feature[]): Feature {
  const { derives, routes = [], ...others } = feature;
  return derives ? { ...others, routes: [...routes, ...derives(features)] } : feature;
}
