import type { Feature, Route } from '../feature.js';
import { fieldsOf } from '../../inputs/inputs.js';
import { vocabularyOf } from '../feature-vocabulary.js';
import { camel } from '../../view/view.js';
import { type Fault, faultOf, taken, wordsFor } from './fault.js';
import { parametersOf, type Placed, placedIn, routeFault, titleOf } from './placed.js';

const open = ['authenticated', 'operator', 'public', 'claim', 'lenient'];

/** What a request would run into, and what it would never reach. */
export function checkRoutes(features: readonly Feature[]): Fault[] {
  const all = placedIn(features);
  const domains = new Set<string>(vocabularyOf(features).domains.keys());
  return [
    ...takenPaths(all),
    ...crossing(all),
    ...takenVerbs(all),
    ...all.flatMap((placed) =>
      [...pathFaults(placed.route), ...locationFaults(placed.route), ...accessFaults(placed.route, domains)].map(
        (fault) => routeFault(placed, fault),
      ),
    ),
  ];
}

/** Parameters of other names are the same path. */
const takenPaths = (all: readonly Placed[]) =>
  taken(
    'the route',
    all.map(({ feature, route }) => ({ feature, name: titleOf(route).replace(/:\w+/g, ':…') })),
  );

/** Two paths of one method that each have a word where the other has a parameter: one hides some addresses of the other. */
function crossing(all: readonly Placed[]): Fault[] {
  return all.flatMap(({ feature, route }, index) =>
    all
      .slice(0, index)
      .filter((other) => other.feature !== feature && other.route.method === route.method)
      .filter((other) => cross(other.route.path, route.path))
      .map((other) =>
        faultOf(
          feature,
          `the route ${titleOf(route)} and ${titleOf(other.route)} of ${wordsFor(other.feature)} fit the same addresses`,
        ),
      ),
  );
}

function cross(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')];
  if (a.length !== b.length) return false;
  const isOpen = (segment: string) => segment.startsWith(':');
  const pairs = a.map((segment, at) => [segment, b[at]!] as const);
  const meet = pairs.every(([left, right]) => isOpen(left) || isOpen(right) || left === right);
  const onlyLeft = pairs.some(([left, right]) => isOpen(left) && !isOpen(right));
  const onlyRight = pairs.some(([left, right]) => !isOpen(left) && isOpen(right));
  return meet && onlyLeft && onlyRight;
}

/** An operation of the documentation is named after its verb, and one more of the same verb after its method too. */
function takenVerbs(all: readonly Placed[]): Fault[] {
  const named = new Map<string, Placed>();
  return all.flatMap(({ feature, route }) => {
    const verb = route.run.name;
    const name = [verb, `${verb} ${route.method}`].find((candidate) => !named.has(candidate));
    if (name) {
      named.set(name, { feature, route });
      return [];
    }
    const first = named.get(verb)!;
    return [
      faultOf(
        feature,
        `the verb ${verb} of ${titleOf(route)} is called like that of ${titleOf(first.route)} of ${wordsFor(first.feature)}`,
      ),
    ];
  });
}

function pathFaults({ path, input }: Route): string[] {
  if (!/^(\/([a-z0-9-]+|:\w+))+$/.test(path) || path.startsWith('/:'))
    return ['must have a path of words and parameters that begins with a word, such as /goals/:id'];
  const fields = fieldsOf(input);
  return parametersOf(path)
    .filter((name) => !fields.has(camel(name)))
    .map((name) => `has :${name} in its path, but ${input.name} has no field ${camel(name)}`);
}

function locationFaults({ location, answer }: Route): string[] {
  const names = [...(location ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const shown = answer.view?.fields ?? {};
  return names
    .filter((name) => !Object.hasOwn(shown, name))
    .map((name) => `has {${name}} in its location, but ${answer.view?.name ?? 'its answer'} shows no ${name}`);
}

function accessFaults({ access, lenient }: Route, domains: ReadonlySet<string>): string[] {
  const wrong = (asked: string) => {
    const [domain, level] = asked.split(':');
    if (!['read', 'write', 'admin'].includes(level ?? '')) return [`asks for the unknown access ${asked}`];
    return domains.has(domain!) ? [] : [`asks for ${asked}, but no feature has the domain of rights ${domain}`];
  };
  if ((access === 'lenient') !== (lenient !== undefined))
    return ['must have the access lenient and say what it needs, or neither'];
  return [...(open.includes(access) ? [] : wrong(access)), ...(lenient ? wrong(lenient.needs) : [])];
}
