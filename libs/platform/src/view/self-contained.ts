import type { View } from './view.js';
import type { JsonSchema } from './glossary.js';

/** The schema of a view that stands on its own: the views it refers to come along under `$defs`. */
export function selfContained(view: View): JsonSchema {
  const within = new Map<string, View>();
  gather(view, within);
  if (within.size === 0) return view.schema;
  const $defs = Object.fromEntries([...within].map(([name, inner]) => [name, inner.schema]));
  const text = JSON.stringify({ ...view.schema, $defs });
  return JSON.parse(text.replaceAll('"$ref":"#/components/schemas/', '"$ref":"#/$defs/')) as JsonSchema;
}

function gather(view: View, into: Map<string, View>): void {
  for (const inner of view.inner) {
    if (into.has(inner.name)) continue;
    into.set(inner.name, inner);
    gather(inner, into);
  }
}
