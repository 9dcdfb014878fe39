import type { BlueprintClass, BlueprintLike, Feature } from '../feature.js';
import { jsonSchemas } from '../../view/json-schemas.js';
import { claims, type Claim, type Fault, faultOf, taken } from './fault.js';

/** Kinds of agents: each class once, each under a slug of its own. */
export function checkBlueprints(features: readonly Feature[]): Fault[] {
  const listed = claims(
    features,
    ({ blueprints = [] }) => blueprints,
    ({ name }) => name,
  );
  const all = features.flatMap((feature) => (feature.blueprints ?? []).map((made) => ({ feature, made })));
  const slugs: Claim[] = [];
  // What it warns of, it says again when the first run begins.
  const schemas = jsonSchemas({ logger: false });
  const faults = all.flatMap(({ feature, made }): Fault[] => {
    const sample = sampleOf(made);
    if (sample === 'unknown') return [];
    if (!isBlueprint(sample)) return [faultOf(feature, `${made.name} is listed under blueprints and is no blueprint`)];
    slugs.push({ feature, name: sample.slug });
    return [...malformed(sample), ...schemaFaults(schemas, sample)].map((fault) =>
      faultOf(feature, `the blueprint ${made.name} ${fault}`),
    );
  });
  // A class that is there twice has its slug twice: that is one fault.
  const twice = taken('the blueprint', listed);
  return [...faults, ...(twice.length ? twice : taken('the blueprint slug', slugs))];
}

/** One made without what it works with, to read its fields; some cannot be made that way and are read when they are. */
function sampleOf(made: BlueprintClass): unknown {
  const needs = (made as { needs?: readonly unknown[] }).needs ?? [];
  try {
    return new (made as unknown as new (...needs: unknown[]) => unknown)(...needs.map(() => ({})));
  } catch {
    return 'unknown';
  }
}

const isBlueprint = (sample: unknown): sample is BlueprintLike => {
  const { slug, title, inputSchema, outputSchema, access, maxAttempts } = sample as BlueprintLike;
  return (
    [slug, title].every((word) => typeof word === 'string') &&
    [inputSchema, outputSchema].every((schema) => typeof schema === 'object') &&
    Array.isArray(access) &&
    typeof (sample as Record<string, unknown>).run === 'function' &&
    typeof maxAttempts === 'number'
  );
};

const malformed = ({ slug }: BlueprintLike): string[] =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) ? [] : [`has the slug "${slug}"; a slug is lower case words with hyphens`];

function schemaFaults(schemas: ReturnType<typeof jsonSchemas>, { inputSchema, outputSchema }: BlueprintLike): string[] {
  return Object.entries({ inputSchema, outputSchema }).flatMap(([name, schema]) => {
    try {
      schemas.compile(schema);
      return [];
    } catch (error) {
      return [`has an ${name} that is no JSON Schema: ${(error as Error).message.replaceAll('\n', ' ')}`];
    }
  });
}
