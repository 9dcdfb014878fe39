import { createHash } from 'node:crypto';

type Fields = Record<string, unknown>;

/** A tool's description by its server: only the fields that matter to models and people, in canonical form. */
export interface ToolDefinition {
  name: string;
  fields: Fields;
  /** SHA-256 of the fields, in hex. */
  hash: string;
}

const decisive = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'execution'];
const maxNameLength = 256;
const maxDepth = 64;

/** Undefined for a tool without a valid name or nested too deeply. */
export function toolDefinition(tool: Fields): ToolDefinition | undefined {
  const { name } = tool;
  if (typeof name !== 'string' || !name || name.length > maxNameLength || name !== clean(name)) return undefined;
  try {
    const given = Object.fromEntries(decisive.map((field) => [field, tool[field]]));
    const fields = canonical(given, maxDepth) as Fields;
    return { name, fields, hash: createHash('sha256').update(JSON.stringify(fields)).digest('hex') };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Sorts members of objects and removes text that PostgreSQL cannot store. */
function canonical(value: unknown, depth: number): unknown {
  if (depth === 0) throw new RangeError('nested too deep');
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => canonical(item, depth - 1));
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [clean(key), canonical(member, depth - 1)]),
  );
}

const clean = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD');
