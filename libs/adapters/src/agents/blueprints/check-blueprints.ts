import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { Blueprint } from '@tandem/domain/agents/blueprint';
import { type NameUse, faultOf, taken } from '@tandem/platform/feature/check/fault';
import type { Class, Feature } from '@tandem/platform/feature/feature';
import { operationIds } from '@tandem/platform/feature/operation-ids';
import { jsonSchemas } from './json-schemas.js';
import { snake } from '@tandem/domain/core/wire-names';

export function checkBlueprints(
  provided: readonly { feature: Feature; thing: Class<Blueprint> }[],
  features: readonly Feature[],
): string[] {
  const slugs: NameUse[] = [];
  // Warnings are not faults; the first run logs them.
  const schemas = jsonSchemas({ logger: false });
  const operations = new Set([...operationIds(features.flatMap(({ routes = [] }) => routes)).values()].map(snake));
  const faults = provided.flatMap(({ feature, thing }) => {
    const sample = sampleOf(thing);
    if (sample === undefined) return [];
    if (!isComplete(sample)) return [faultOf(feature, `the blueprint ${thing.name} lacks what makes one`)];
    slugs.push({ feature, name: sample.slug });
    return [...faultsOf(sample, schemas), ...unknownTools(sample, operations)].map((fault) =>
      faultOf(feature, `the blueprint ${thing.name} ${fault}`),
    );
  });
  return [...faults, ...taken('the blueprint slug', slugs)];
}

/** An instance with empty objects as its needs, for reading its fields; undefined if the constructor throws. */
function sampleOf(blueprint: Class<Blueprint>): Blueprint | undefined {
  const { needs = [] } = blueprint as { needs?: readonly unknown[] };
  try {
    return new (blueprint as unknown as new (...needs: unknown[]) => Blueprint)(...needs.map(() => ({})));
  } catch {
    return undefined;
  }
}

const isComplete = ({ slug, title, inputSchema, outputSchema, access, tools, maxAttempts, run }: Partial<Blueprint>) =>
  [slug, title].every((text) => typeof text === 'string') &&
  [inputSchema, outputSchema].every((schema) => typeof schema === 'object') &&
  [access, tools].every((list) => Array.isArray(list)) &&
  typeof run === 'function' &&
  typeof maxAttempts === 'number';

const unknownTools = ({ tools }: Blueprint, operations: ReadonlySet<string>): string[] =>
  tools
    .filter((tool) => !/^(\*|\w+:(read|write))$/.test(tool) && !operations.has(tool))
    .map((tool) => `has the tool "${tool}"; there is no such operation`);

function faultsOf({ slug, inputSchema, outputSchema }: Blueprint, schemas: Ajv2020): string[] {
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
