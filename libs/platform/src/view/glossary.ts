import type { JsonSchema } from './kinds.js';

interface Entry {
  means: string;
  example?: unknown;
}

/** By wire name, or `Owner.wire_name` for its meaning in one record. */
export type Glossary = ReadonlyMap<string, Entry>;

const sample = 'seats | How many people fit in. | 12';
const lineForm = /^((?:[A-Za-z]\w*\.)?[a-z]\w*)\s+\|\s+(.*?[^\s|])(?:\s+\|(?:\s+(.+))?)?$/;

/** Reads lines `wire_name | meaning in Markdown | example as JSON`; the example is optional. */
export function glossary(table: string): Glossary {
  return new Map(table.trim().split('\n').map(entryIn));
}

function entryIn(line: string): [string, Entry] {
  const [, name, means, example] = lineForm.exec(line.trim()) ?? [];
  if (!name || !means) throw malformed(line);
  if (!example) return [name, { means }];
  try {
    return [name, { means, example: JSON.parse(example) as unknown }];
  } catch {
    throw malformed(line);
  }
}

const malformed = (line: string) =>
  new Error(`A line of a glossary looks like this (the example is JSON): ${sample}. This one does not: ${line}`);

const everywhere = glossary(`
id         | The id of the record, a UUID that sorts by time of creation (version 7). |
tenant_id  | The tenant that the record belongs to: always that of your key. |
created_at | When the record was made, in UTC. | "2026-11-21T09:30:00.000Z"
updated_at | When the record last changed, in UTC; lists can be filtered by it where they say so. | "2026-11-21T10:05:12.480Z"
deleted_at | When the record was deleted; null while it lives. |
metadata   | JSON of your own. An object is merged into the object that is there, member by member (RFC 7396); any other value, where one is taken, takes its place. | {"source": "import"}
data       | The records of this page. |
has_more   | True when there is more behind this page. | false
`);

export const entryOf = (words: Glossary, owner: string, wire: string): Entry | undefined =>
  words.get(`${owner}.${wire}`) ?? words.get(wire) ?? everywhere.get(wire);

export function described(schema: JsonSchema, owner: string, words: Glossary): JsonSchema {
  const { items, properties } = schema as { items?: JsonSchema; properties?: Record<string, JsonSchema> };
  const field = ([wire, of]: [string, JsonSchema]) => [
    wire,
    noted(described(of, wire, words), entryOf(words, owner, wire)),
  ];
  return {
    ...schema,
    ...(items ? { items: described(items, owner, words) } : {}),
    ...(properties ? { properties: Object.fromEntries(Object.entries(properties).map(field)) } : {}),
  };
}

/** The schema's own description takes precedence. */
function noted(schema: JsonSchema, entry: Entry | undefined): JsonSchema {
  if (!entry) return schema;
  const { means, example } = entry;
  return {
    ...schema,
    description: schema.description ?? means,
    ...(example === undefined ? {} : { examples: schema.examples ?? [example] }),
  };
}
