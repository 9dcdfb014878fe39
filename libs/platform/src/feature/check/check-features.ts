import type { Feature } from '../feature.js';
import { checkBlueprints } from './check-blueprints.js';
import { checkDoubled, checkNames } from './check-names.js';
import { checkNeeds } from './check-needs.js';
import { checkParts, checkViews } from './check-parts.js';
import { checkProblems, checkRoutes } from './check-routes.js';
import { checkShape } from './check-shape.js';

/** Features that cannot work together as they are written. */
export class WrongFeatures extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

/** Each looks at what the ones before it have found in order. */
const stages = [
  [checkShape],
  [checkDoubled],
  [checkNames, checkNeeds, checkRoutes, checkProblems, checkViews, checkParts, checkBlueprints],
];

/**
 * Throws `WrongFeatures` with every fault of how these features are wired, each in one line. Every process asks this before it
 * opens or writes anything: what it finds would otherwise fail at some request, or be silently never reached.
 */
export function checkFeatures(features: readonly Feature[]): void {
  for (const stage of stages) {
    const faults = stage.flatMap((check) => check(features));
    if (faults.length) throw new WrongFeatures(faults);
  }
}
