import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { Blueprint } from '@tandem/domain/agents/blueprint';
import { type NameUse, faultOf, taken } from '@tandem/platform/feature/check/fault';
import type { Class, Feature } from '@tandem/platform/feature/feature';
import { operationIds } from '@tandem/platform/feature/operation-ids';
import { jsonSchemas } from './json-schemas.js';
import { snake } from '@tandem/domain/core/wire-names';

/** Checks that each blueprint is complete and has a slug of its own. */
export function checkBlueprints(
  brought: readonly { feature: Feature; thing: Class<Blueprint> }[],
  features: readonly Feature[],
): string[] {
  const slugs: NameUse[] = [];
  // Warnings are not faults; they are logged when the first run begins.
  const schemas = jsonSchemas({ logger: false });
  const operations = new Set([...operationIds(features.flatMap(({ routes = [] }) => routes)).values()].map(snake));
  const faults = brought.flatMap(({ feature, thing }) => {
    const sample = sampleOf(thing);
    if (sample === undefined) return [];
    if (!isWhole(sample)) return [faultOf(feature, `the blueprint ${thing.name} lacks what makes one`)];
    slugs.push({ feature, name: sample.slug });
    return [...faultsOf(sample, schemas), ...unknownTools(sample, operations)].map((fault) =>
      faultOf(feature, `the blueprint ${thing.name} ${fault}`),
    );
  });
  return [...faults, ...taken('the blueprint slug', slugs)];
}

/** The blueprint made with empty objects for its needs, only to read its fields; undefined where its constructor fails with these. */
function sampleOf(made: Class<Blueprint>): Blueprint | undefined {
  const { needs = [] } = made as { needs?: readonly unknown[] };
  try {
    return new (made as unknown as new (...needs: unknown[]) => Blueprint)(...needs.map(() => ({})));
  } catch {
    return undefined;
  }
}

const isWhole = ({ slug, title, inputSchema, outputSchema, access, tools, maxAttempts, run }: Partial<Blueprint>) =>
  [slug, title].every((word) => typeof word === 'string') &&
  [inputSchema, outputSchema].every((schema) => typeof schema === 'object') &&
  [access, tools].every((list) => Array.isArray(list)) &&
  typeof run === 'function' &&
  typeof maxAttempts === 'number';

/** Tools that name no operation. A right such as `tasks:read` stands for all operations that need it, `*` for all that runs may use. */
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
