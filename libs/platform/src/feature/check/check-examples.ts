import type { Feature, Route } from '../feature.js';
import { vocabularyOf } from '../feature-vocabulary.js';
import { inBody, parseInput } from '../../inputs/inputs-parse.js';
import type { Fault } from './fault.js';
import { parametersOf, placedIn, routeFault } from './placed.js';

/** That whoever sends the example of a route is not refused: it fits the input, but for what stands in the path. */
export const checkExamples = (features: readonly Feature[]): Fault[] =>
  vocabularyOf(features).within(() =>
    placedIn(features).flatMap((placed) =>
      refusalsOf(placed.route).map((refusal) => routeFault(placed, `has an example that it refuses: ${refusal}`)),
    ),
  );

function refusalsOf({ path, input, example, bareList }: Route): string[] {
  if (!example) return [];
  const body = bareList && Array.isArray(example) ? { [bareList]: example } : { ...example };
  const pointers = parametersOf(path).map((name) => `/${name}`);
  return parseInput(input, body, inBody())
    .findings.filter(({ pointer }) => !pointers.includes(pointer!))
    .map(({ detail }) => detail);
}
