import { type Route, templateOf } from '@tandem/platform/feature/feature';
import type { JsonSchema } from '@tandem/platform/view/glossary';

/** Says to a model what the reference says to people. */
export type Wording = (text: string) => string;

/** Names operations by their tools, and points to no pages: a model cannot turn to them. */
export function wordingOf(names: ReadonlyMap<Route, string>): Wording {
  const byOperation = new Map(
    [...names].map(([{ method, path }, name]) => [`${method.toUpperCase()} ${templateOf(path)}`, name]),
  );
  return (text) =>
    text
      .replace(/:? see \[[^\]]+\]\(\/docs\/[^)]*\)/g, '')
      .replace(/(?<=`)[A-Z]+ \/[^`]*(?=`)/g, (operation) => byOperation.get(operation) ?? operation);
}

/** Left out of schemas for models, to keep them short: the description or a refusal says the same. */
const spared: Record<string, (value: unknown) => boolean> = {
  examples: Array.isArray,
  minLength: (least) => least === 0 || least === 1,
  pattern: (pattern) => pattern === '\\S',
  format: (format) => format === 'int32' || format === 'int64',
  minimum: (least) => least === -(2 ** 31),
  maximum: (max) => max === 2 ** 31 - 1 || max === Number.MAX_SAFE_INTEGER,
};

/** Some model APIs refuse a whole request for one schema with a list of types: `anyOf` says the same. */
export function withOneType({ type, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(type)) return { ...(type !== undefined && { type }), ...rest };
  const { description, default: usual, enum: values, ...limits } = rest;
  const named = Array.isArray(values) && { enum: values.filter((value) => value !== null) };
  return {
    anyOf: type.map((one: unknown) => (one === 'null' ? { type: one } : { type: one, ...limits, ...named })),
    ...(description !== undefined && { description }),
    ...(usual !== undefined && { default: usual }),
  };
}

/** A copy of a schema for models: without what is spared, its descriptions in words for them. */
export function lean(schema: unknown, words: Wording = (text) => text): unknown {
  if (Array.isArray(schema)) return schema.map((one) => lean(one, words));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { properties, ...rest } = schema as { properties?: object };
  const kept = Object.entries(rest).filter(([word, value]) => !spared[word]?.(value));
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, lean(field, words)]);
  return withOneType({
    ...Object.fromEntries(
      kept.map(([word, value]) => [word, word === 'description' ? words(String(value)) : lean(value, words)]),
    ),
    ...(properties && { properties: Object.fromEntries(fields) as object }),
  });
}
