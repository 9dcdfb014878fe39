import type { Feature } from '../feature.js';
import { checkExtensions } from './check-extensions.js';
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

/** Each stage relies on what the stages before it have checked. */
const stages = [
  [checkShape],
  [checkDoubled],
  [checkNames, checkNeeds, checkRoutes, checkProblems, checkViews, checkParts, checkExtensions],
];

/** Lists without a mistake: a process comes by here more than once with the same. */
const sound = new WeakSet<readonly Feature[]>();

/**
 * Throws `WrongFeatures` with one line for each mistake in how these features are wired. Every process calls this before it
 * opens or writes anything: otherwise a mistake would show at some request, or never.
 */
export function checkFeatures(features: readonly Feature[]): void {
  if (sound.has(features)) return;
  for (const stage of stages) {
    const faults = stage.flatMap((check) => check(features));
    if (faults.length) throw new WrongFeatures(faults);
  }
  sound.add(features);
}
