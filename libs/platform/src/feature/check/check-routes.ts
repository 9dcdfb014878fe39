import { vocabularyOf } from '../feature-vocabulary.js';
import { type Feature, parametersIn, type Route } from '../feature.js';
import { fieldsOf } from '../../inputs/inputs.js';
import { inBody, parseInput } from '../../inputs/inputs-parse.js';
import { camel } from '@tandem/domain/core/wire-names';
import { operationIds } from '../operation-ids.js';
import { faultOf, taken, descriptionOf } from './fault.js';

interface FeatureRoute {
  feature: Feature;
  route: Route;
}

const routesOf = (features: readonly Feature[]): FeatureRoute[] =>
  features.flatMap((feature) => (feature.routes ?? []).map((route) => ({ feature, route })));

const titleOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;

const routeFault = ({ feature, route }: FeatureRoute, what: string) =>
  faultOf(feature, `the route ${titleOf(route)} ${what}`);

export function checkRoutes(features: readonly Feature[]): string[] {
  const all = routesOf(features);
  const vocabulary = vocabularyOf(features);
  const domains = new Set<string>(vocabulary.domains.keys());
  const faultsOf = (route: Route) => [
    ...pathFaults(route),
    ...locationFaults(route),
    ...accessFaults(route, domains),
    ...exampleFaults(route),
  ];
  return [
    ...takenPaths(all),
    ...crossing(all),
    ...useCaseClashes(all),
    ...vocabulary.within(() => all.flatMap((entry) => faultsOf(entry.route).map((fault) => routeFault(entry, fault)))),
  ];
}

/** Paths that differ only in the names of their parameters are equal. */
const takenPaths = (all: readonly FeatureRoute[]) =>
  taken(
    'the route',
    all.map(({ feature, route }) => ({ feature, name: titleOf(route).replace(/:\w+/g, ':…') })),
  );

/** Pairs of paths in which each has a word where the other has a parameter: one shadows addresses of the other. */
function crossing(all: readonly FeatureRoute[]): string[] {
  return all.flatMap((entry, index) =>
    all
      .slice(0, index)
      .filter(({ feature, route }) => feature !== entry.feature && route.method === entry.route.method)
      .filter(({ route }) => cross(route.path, entry.route.path))
      .map((other) =>
        routeFault(entry, `and ${titleOf(other.route)} of ${descriptionOf(other.feature)} match the same paths`),
      ),
  );
}

function cross(one: string, other: string): boolean {
  const a = one.split('/');
  const b = other.split('/');
  if (a.length !== b.length) return false;
  const pairs = a.map((left, at) => ({ left, right: b[at]! })).filter(({ left, right }) => left !== right);
  const opensLeft = pairs.map(({ left }) => left.startsWith(':'));
  const opensRight = pairs.map(({ right }) => right.startsWith(':'));
  const meet = pairs.every((_, at) => opensLeft[at] || opensRight[at]);
  return meet && opensLeft.includes(false) && opensRight.includes(false);
}

function useCaseClashes(all: readonly FeatureRoute[]): string[] {
  const named = operationIds(all.map(({ route }) => route));
  const nameless = all.filter(({ route }) => !named.has(route));
  return nameless.map(({ feature, route }) => {
    const first = all.find((other) => other.route.run.name === route.run.name)!;
    const whose = `that of ${titleOf(first.route)} of ${descriptionOf(first.feature)}`;
    return faultOf(feature, `the use case ${route.run.name} of ${titleOf(route)} has the same name as ${whose}`);
  });
}

function pathFaults({ path, input }: Route): string[] {
  if (!/^(\/([a-z0-9-]+(\.[a-z]+)?|:\w+))+$/.test(path) || path.startsWith('/:'))
    return ['must have a path of words and parameters that begins with a word, such as /goals/:id'];
  const fields = fieldsOf(input);
  return parametersIn(path)
    .filter((name) => !fields.has(camel(name)))
    .map((name) => `has :${name} in its path, but ${input.name} has no field ${camel(name)}`);
}

function locationFaults({ location = '', response }: Route): string[] {
  const shown = response.view?.fields ?? {};
  return [...location.matchAll(/\{(\w+)\}/g)]
    .filter(([, name]) => !Object.hasOwn(shown, name!))
    .map(([, name]) => `has {${name}} in its location, but ${response.view?.name ?? 'its answer'} shows no ${name}`);
}

const open = ['authenticated', 'operator', 'public', 'claim', 'lenient'];

function accessFaults({ access, lenient }: Route, domains: ReadonlySet<string>): string[] {
  const wrong = (right: string) => {
    const [domain, level] = right.split(':');
    if (!['read', 'write', 'admin'].includes(level ?? '')) return [`requires the unknown access ${right}`];
    return domains.has(domain!) ? [] : [`requires ${right}, but no feature has the domain of rights ${domain}`];
  };
  if ((access === 'lenient') !== (lenient !== undefined))
    return ['must have the access lenient and say what it needs, or neither'];
  return [...(open.includes(access) ? [] : wrong(access)), ...(lenient ? wrong(lenient.needs) : [])];
}

/** Each example must pass the checks of the input, path parameters excepted. */
function exampleFaults(route: Route): string[] {
  const { example, examples = {} } = route;
  const bodies = [...(example ? [example] : []), ...Object.values(examples).map(({ value }) => value)];
  return bodies.flatMap((body) => faultsOfExample(route, body));
}

function faultsOfExample({ path, input, bareList }: Route, example: object): string[] {
  const body = bareList && Array.isArray(example) ? { [bareList]: example } : { ...example };
  const pointers = parametersIn(path).map((name) => `/${name}`);
  return parseInput(input, body, inBody())
    .findings.filter(({ pointer }) => !pointers.includes(pointer!))
    .map(({ detail }) => `has an example that it rejects: ${detail}`);
}

interface DeclaredProblem extends FeatureRoute {
  problem: string;
  status: string;
  code: string;
}

export function checkProblems(features: readonly Feature[]): string[] {
  const declared = routesOf(features).flatMap((entry) =>
    ((entry.route.problems ?? []) as readonly unknown[]).map((problem) => declaredBy(entry, problem)),
  );
  const form = 'a problem is a status from 400 to 599 and a code in lower case, such as 409 goal_reached';
  return [
    ...declared.filter(({ code }) => !code).map((one) => routeFault(one, `has the problem ${one.problem}; ${form}`)),
    ...otherStatuses(declared.filter(({ code }) => code)),
  ];
}

function declaredBy(entry: FeatureRoute, problem: unknown): DeclaredProblem {
  const [, status = '', code = ''] =
    (typeof problem === 'string' && /^([45]\d\d) ([a-z][a-z0-9_]*)$/.exec(problem)) || [];
  return { ...entry, problem: String(problem), status, code };
}

/** A code has one status within a route and across features; routes of one feature may give it different ones. */
function otherStatuses(declared: readonly DeclaredProblem[]): string[] {
  return declared.flatMap((one, index) => {
    const before = declared.slice(0, index).filter(({ code }) => code === one.code);
    const differs = ({ route, feature }: DeclaredProblem) =>
      route === one.route || (feature !== one.feature && !before.some((other) => other.problem === one.problem));
    const other = before.find((earlier) => earlier.status !== one.status && differs(earlier));
    if (!other) return [];
    return [routeFault(one, `has the problem ${one.problem}, but ${titleOf(other.route)} has ${other.problem}`)];
  });
}
