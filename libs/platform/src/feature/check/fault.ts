import type { Feature } from '../feature.js';

/** One line: which feature, what is wrong, and what to do about it. */
export const faultOf = (feature: Feature, what: string) => `${wordsFor(feature)}: ${what}`;

const modules = new WeakMap<Feature, Set<string>>();

/** Notes that a module of `TANDEM_FEATURES` exports the feature, so that faults say where it came from. */
export function cameFrom(module: string, feature: Feature): void {
  modules.set(feature, new Set(modules.get(feature)).add(module));
}

/** What a feature is called in faults: its name, and the modules it came from where it is not Tandem's own. */
export function wordsFor(feature: Feature): string {
  const from = modules.get(feature);
  return `feature ${feature.name}${from ? ` (${[...from].join(', ')})` : ''}`;
}

/** A name, and the feature that uses it. */
export interface NameUse {
  feature: Feature;
  name: string;
}

export const nameUses = (features: readonly Feature[], namesOf: (feature: Feature) => readonly string[]): NameUse[] =>
  features.flatMap((feature) => namesOf(feature).map((name) => ({ feature, name })));

/** A fault for each name that an earlier claim already has. */
export function taken(what: string, all: readonly NameUse[]): string[] {
  const first = new Map<string, Feature>();
  return all.flatMap(({ feature, name }) => {
    const owner = first.get(name);
    if (!owner) {
      first.set(name, feature);
      return [];
    }
    const whose = owner === feature ? 'is listed twice' : `is taken by ${wordsFor(owner)}`;
    return [faultOf(feature, `${what} ${name} ${whose}`)];
  });
}
