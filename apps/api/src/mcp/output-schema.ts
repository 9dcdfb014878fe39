import type { RouteResponse } from '@tandem/platform/feature/feature';
import type { JsonSchema } from '@tandem/platform/view/kinds';
import type { View } from '@tandem/platform/view/view';
import { withOneType } from './lean-schema.js';

/** The schema of a tool's structured content: always an object, without external references. */
export function outputSchema({ shape, view }: RouteResponse<unknown>): JsonSchema {
  if (!view || shape === 'none') return { type: 'object' };
  const record = inlined(view as View);
  if (shape === 'one') return record;
  const data = { type: 'array', items: record };
  if (shape === 'list') return { type: 'object', properties: { data }, required: ['data'] };
  const next = { has_more: { type: 'boolean' }, next_cursor: withOneType({ type: ['string', 'null'] }) };
  return { type: 'object', properties: { data, ...next }, required: ['data', 'has_more', 'next_cursor'] };
}

/** Inlines the views that a view refers to; a view within itself becomes any object. */
function inlined(view: View, around: readonly string[] = []): JsonSchema {
  const inner = new Map(view.inner.map((one) => [`#/components/schemas/${one.name}`, one]));
  const within = [...around, view.name];
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const refersTo = inner.get(String((value as JsonSchema).$ref));
    if (refersTo) return within.includes(refersTo.name) ? { type: 'object' } : inlined(refersTo, within);
    return withOneType(Object.fromEntries(Object.entries(value).map(([name, of]) => [name, inline(of)])));
  };
  return inline(structuredClone(view.schema)) as JsonSchema;
}
