import { invalid, notFound } from '@tandem/domain/core/errors';
import { type Operation, Operations } from '@tandem/domain/core/operations';
import { currentScope } from '@tandem/domain/core/scope';
import { checkValues, inBody, parseInput } from '../inputs/inputs-parse.js';
import { objectSchema } from '../inputs/input-schema.js';
import { fieldsOf } from '../inputs/inputs.js';
import { snake } from '@tandem/domain/core/wire-names';
import { isStreamed, responseBody, refusalOf, type Route } from './route.js';
import type { Container } from './container.js';
import { type Feature, isClosed } from './feature.js';
import { operationIds } from './operation-ids.js';

type Known = { operation: Operation; route: Route };

export class FeatureOperations extends Operations {
  private known: Map<string, Known> | undefined;

  constructor(
    private readonly features: readonly Feature[],
    private readonly container: () => Container,
  ) {
    super();
  }

  get list(): readonly Operation[] {
    return [...this.byName.values()].map(({ operation }) => operation);
  }

  async prepare<T>(name: string, args: Readonly<Record<string, unknown>>): Promise<() => Promise<T>> {
    const { route } = this.get(name);
    const refusal = refusalOf(route, currentScope().rights);
    if (refusal) throw refusal;
    checkValues(args);
    const { input, findings } = parseInput(route.input, args, inBody());
    if (findings.length) throw invalid(findings);
    const useCase = this.container().get(route.run);
    const prepared = await useCase.prepare?.(input);
    return async () => JSON.parse(responseBody(route, await useCase.run(input, prepared)).toString() || 'null') as T;
  }

  private get(name: string): Known {
    const known = this.byName.get(name);
    if (!known) throw notFound(`There is no operation ${name}.`);
    return known;
  }

  /** Built on first use, when the words that features add to schemas are known. */
  private get byName(): Map<string, Known> {
    return (this.known ??= knownOf(this.features));
  }
}

function knownOf(features: readonly Feature[]): Map<string, Known> {
  const routes = features.flatMap(({ routes = [] }) => routes.filter((route) => !isStreamed(route)));
  const known = [...operationIds(routes)].map(([route, id]) => ({
    route,
    operation: operationOf(route, snake(id), isClosed(route, 'agents', features)),
  }));
  known.sort((a, b) => (a.operation.name < b.operation.name ? -1 : 1));
  return new Map(known.map((one) => [one.operation.name, one]));
}

const operationOf = (route: Route, name: string, isClosedToAgents: boolean): Operation => ({
  name,
  summary: route.summary,
  description: route.description ?? null,
  // Copied, because lists of names that features add to are rebuilt on every read.
  inputSchema: structuredClone(objectSchema([...fieldsOf(route.input).values()])),
  needs: route.access,
  readOnly: route.method === 'get',
  outside: route.outside ?? false,
  isClosedToAgents,
});
