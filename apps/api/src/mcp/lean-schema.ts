import { type Route, templateOf } from '@tandem/platform/feature/feature';
import type { JsonSchema } from '@tandem/platform/view/kinds';

export type Rewrite = (text: string) => string;

/** Names operations by their tools and drops links to pages, which models cannot open. */
export function rewriteOf(names: ReadonlyMap<Route, string>): Rewrite {
  const byOperation = new Map(
    [...names].map(([{ method, path }, name]) => [`${method.toUpperCase()} ${templateOf(path)}`, name]),
  );
  return (text) =>
    text
      .replace(/:? see \[[^\]]+\]\(\/docs\/[^)]*\)/g, '')
      .replace(/(?<=`)[A-Z]+ \/[^`]*(?=`)/g, (operation) => byOperation.get(operation) ?? operation);
}

/** Omitted to keep schemas short: the description or the error says the same. */
const omitted: Record<string, (value: unknown) => boolean> = {
  examples: Array.isArray,
  minLength: (min) => min === 0 || min === 1,
  maxItems: Number.isInteger,
  maxLength: (max) => (max as number) >= 200,
  pattern: (pattern) => pattern === '\\S',
  format: (format) => format === 'int32' || format === 'int64',
  minimum: (min) => min === -(2 ** 31),
  maximum: (max) => max === 2 ** 31 - 1 || max === Number.MAX_SAFE_INTEGER,
};

/** Some model APIs refuse a schema with a list of types: `anyOf` is equivalent. */
export function withOneType({ type, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(type)) return { ...(type !== undefined && { type }), ...rest };
  const { description, default: defaultValue, enum: values, ...limits } = rest;
  const named = Array.isArray(values) && { enum: values.filter((value) => value !== null) };
  return {
    anyOf: type.map((one: unknown) => (one === 'null' ? { type: one } : { type: one, ...limits, ...named })),
    ...(description !== undefined && { description }),
    ...(defaultValue !== undefined && { default: defaultValue }),
  };
}

export function lean(schema: unknown, rewrite: Rewrite = (text) => text): unknown {
  if (Array.isArray(schema)) return schema.map((one) => lean(one, rewrite));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { properties, ...rest } = schema as { properties?: object };
  const entries = Object.entries(rest).filter(([keyword, value]) => !omitted[keyword]?.(value));
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, lean(field, rewrite)]);
  return withOneType({
    ...Object.fromEntries(
      entries.map(([keyword, value]) => [
        keyword,
        keyword === 'description' ? rewrite(String(value)) : lean(value, rewrite),
      ]),
    ),
    ...(properties && { properties: Object.fromEntries(fields) as object }),
  });
}
