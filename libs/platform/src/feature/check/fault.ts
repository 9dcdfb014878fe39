import type { Feature } from '../feature.js';

export const faultOf = (feature: Feature, what: string) => `${descriptionOf(feature)}: ${what}`;

const modules = new WeakMap<Feature, Set<string>>();

/** Records which module of `TANDEM_FEATURES` exports the feature, for the texts of faults. */
export function cameFrom(module: string, feature: Feature): void {
  modules.set(feature, new Set(modules.get(feature)).add(module));
}

export function descriptionOf(feature: Feature): string {
  const from = modules.get(feature);
  return `feature ${feature.name}${from ? ` (${[...from].join(', ')})` : ''}`;
}

export interface NameUse {
  feature: Feature;
  name: string;
}

export const nameUses = (features: readonly Feature[], namesOf: (feature: Feature) => readonly string[]): NameUse[] =>
  features.flatMap((feature) => namesOf(feature).map((name) => ({ feature, name })));

export function taken(what: string, all: readonly NameUse[]): string[] {
  const first = new Map<string, Feature>();
  return all.flatMap(({ feature, name }) => {
    const owner = first.get(name);
    if (!owner) {
      first.set(name, feature);
      return [];
    }
    const whose = owner === feature ? 'is listed twice' : `is taken by ${descriptionOf(owner)}`;
    return [faultOf(feature, `${what} ${name} ${whose}`)];
  });
}
