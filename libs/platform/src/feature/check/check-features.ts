import type { Feature } from '../feature.js';
import { checkExtensions } from './check-extensions.js';
import { checkDoubled, checkNames } from './check-names.js';
import { checkNeeds } from './check-needs.js';
import { checkParts, checkViews } from './check-parts.js';
import { checkProblems, checkRoutes } from './check-routes.js';
import { checkShape } from './check-shape.js';

export class WrongFeatures extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

/** Each stage relies on the checks of earlier stages. */
const stages = [
  [checkShape],
  [checkDoubled],
  [checkNames, checkNeeds, checkRoutes, checkProblems, checkViews, checkParts, checkExtensions],
];

/** Lists already checked: a process passes the same list more than once. */
const valid = new WeakSet<readonly Feature[]>();

/** Throws `WrongFeatures` with one line for each mistake; called before a process opens or writes anything. */
export function checkFeatures(features: readonly Feature[]): void {
  if (valid.has(features)) return;
  for (const stage of stages) {
    const faults = stage.flatMap((check) => check(features));
    if (faults.length) throw new WrongFeatures(faults);
  }
  valid.add(features);
}
