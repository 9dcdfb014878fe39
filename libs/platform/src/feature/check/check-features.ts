import type { Feature } from '../feature.js';
import { checkBlueprints } from './check-blueprints.js';
import { checkEvents } from './check-events.js';
import { checkExamples } from './check-examples.js';
import { checkDoubled, checkNames } from './check-names.js';
import { checkNeeds } from './check-needs.js';
import { checkProblems } from './check-problems.js';
import { checkProviders } from './check-providers.js';
import { checkRoutes } from './check-routes.js';
import { checkShape } from './check-shape.js';
import { checkStorage } from './check-storage.js';
import { checkViews } from './check-views.js';
import { checkWords } from './check-words.js';

/** Features that cannot work together as they are written. */
export class WrongFeatures extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

const checks = [
  checkNames,
  checkStorage,
  checkWords,
  checkNeeds,
  checkRoutes,
  checkProblems,
  checkExamples,
  checkViews,
  checkEvents,
  checkBlueprints,
  checkProviders,
];

/**
 * Throws `WrongFeatures` with every fault of how these features are wired, each in one line. Every process asks this before it
 * opens or writes anything: what it finds would otherwise fail at some request, or be silently never reached.
 */
export function checkFeatures(features: readonly Feature[]): void {
  for (const stage of [[checkShape], [checkDoubled], checks]) {
    const faults = stage.flatMap((check) => check(features));
    if (faults.length) throw new WrongFeatures(faults);
  }
}
