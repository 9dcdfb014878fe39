import type { View } from './view.js';
import type { JsonSchema } from './kinds.js';

/** A schema with the views it refers to under `$defs`. */
export function selfContained(view: View): JsonSchema {
  const within = new Map<string, View>();
  collect(view, within);
  if (within.size === 0) return view.schema;
  const $defs = Object.fromEntries([...within].map(([name, inner]) => [name, inner.schema]));
  const text = JSON.stringify({ ...view.schema, $defs });
  return JSON.parse(text.replaceAll('"$ref":"#/components/schemas/', '"$ref":"#/$defs/')) as JsonSchema;
}

function collect(view: View, into: Map<string, View>): void {
  for (const inner of view.inner) {
    if (into.has(inner.name)) continue;
    into.set(inner.name, inner);
    collect(inner, into);
  }
}
