import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { BlueprintClass, BlueprintLike, Feature } from '../feature.js';
import { jsonSchemas } from '../../view/json-schemas.js';
import { operationIds } from '../operation-ids.js';
import { snake } from '../../view/view.js';
import { type Claim, claims, faultOf, taken } from './fault.js';

/** Checks the kinds of agents: each class is listed once, each has a slug of its own. */
export function checkBlueprints(features: readonly Feature[]): string[] {
  const slugs: Claim[] = [];
  // Warnings are not faults; they are logged when the first run begins.
  const schemas = jsonSchemas({ logger: false });
  const operations = new Set([...operationIds(features.flatMap(({ routes = [] }) => routes)).values()].map(snake));
  const faults = features.flatMap((feature) =>
    (feature.blueprints ?? []).flatMap((made) => {
      const sample = sampleOf(made);
      if (sample === undefined) return [];
      if (!isBlueprint(sample))
        return [faultOf(feature, `${made.name} is listed under blueprints and is no blueprint`)];
      slugs.push({ feature, name: sample.slug });
      return [...faultsOf(sample, schemas), ...unknownTools(sample, operations)].map((fault) =>
        faultOf(feature, `the blueprint ${made.name} ${fault}`),
      );
    }),
  );
  const classes = claims(features, ({ blueprints = [] }) => blueprints.map(({ name }) => name));
  // A class that is listed twice has its slug twice too, but that is one fault.
  const twice = taken('the blueprint', classes);
  return [...faults, ...(twice.length ? twice : taken('the blueprint slug', slugs))];
}

/** A blueprint made with empty needs, only to read its fields; undefined where its constructor cannot do with that. */
function sampleOf(made: BlueprintClass): unknown {
  const { needs = [] } = made as { needs?: readonly unknown[] };
  try {
    return new (made as unknown as new (...needs: unknown[]) => unknown)(...needs.map(() => ({})));
  } catch {
    return undefined;
  }
}

const isBlueprint = (sample: unknown): sample is BlueprintLike => {
  const { slug, title, inputSchema, outputSchema, access, tools, maxAttempts, run } = sample as Record<string, unknown>;
  return (
    [slug, title].every((word) => typeof word === 'string') &&
    [inputSchema, outputSchema].every((schema) => typeof schema === 'object') &&
    [access, tools].every((list) => Array.isArray(list)) &&
    typeof run === 'function' &&
    typeof maxAttempts === 'number'
  );
};

/** Operations that no route is; whole domains are named like rights, and `*` is all that runs may use. */
const unknownTools = ({ tools }: BlueprintLike, operations: ReadonlySet<string>): string[] =>
  tools
    .filter((tool) => !/^(\*|\w+:(read|write))$/.test(tool) && !operations.has(tool))
    .map((tool) => `has the tool "${tool}"; there is no such operation`);

function faultsOf({ slug, inputSchema, outputSchema }: BlueprintLike, schemas: Ajv2020): string[] {
  const hasForm = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug);
  const faults = hasForm ? [] : [`has the slug "${slug}"; a slug is lower case words with hyphens`];
  for (const [name, schema] of Object.entries({ inputSchema, outputSchema }))
    try {
      schemas.compile(schema);
    } catch (error) {
      faults.push(`has an ${name} that is no JSON Schema: ${(error as Error).message.replaceAll('\n', ' ')}`);
    }
  return faults;
}
