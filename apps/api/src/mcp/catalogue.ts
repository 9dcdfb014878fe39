import type { Tool as ShownTool } from '@modelcontextprotocol/server';
import { objectSchema } from '@tandem/platform/inputs/input-schema';
import { fieldsOf } from '@tandem/platform/inputs/inputs';
import { FindToolsInput, UseToolInput } from './catalogue.inputs.js';
import type { Tool } from './tools.js';

const schemaOf = (input: new () => object) => objectSchema([...fieldsOf(input).values()]) as ShownTool['inputSchema'];

/** The tools by which all others are found and used: a host need not hold every tool before the first word is said. */
export const catalogue: Record<string, ShownTool> = {
  find_tools: {
    name: 'find_tools',
    title: 'Find further tools',
    description:
      'Finds tools of this workspace beyond those listed, by words, with description, arguments and annotations. ' +
      'Use what it finds with read_with_tool or call_tool.',
    inputSchema: schemaOf(FindToolsInput),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  read_with_tool: {
    name: 'read_with_tool',
    title: 'Use a tool that only reads',
    description: 'Calls a tool by its name, as find_tools told it. Refuses a tool that changes something.',
    inputSchema: schemaOf(UseToolInput),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  call_tool: {
    name: 'call_tool',
    title: 'Use any tool',
    description: 'Calls a tool by its name, as find_tools told it, also one that changes or deletes something.',
    inputSchema: schemaOf(UseToolInput),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
};

/** How much a word says about a tool, by where it stands. */
const weights: readonly [part: (tool: ShownTool) => string, weight: number][] = [
  [({ name }) => name.replaceAll('_', ' '), 4],
  [({ title = '' }) => title, 2],
  [({ description = '' }) => description, 1],
  [({ inputSchema }) => Object.keys(inputSchema.properties ?? {}).join(' '), 1],
];

/** The tools that fit the words best, the best first. */
export function search(tools: readonly Tool[], query: string, limit: number): ShownTool[] {
  const words = stems(query);
  const rated = tools.map(({ shown }) => ({ shown, rate: rateOf(shown, words) })).filter(({ rate }) => rate > 0);
  return rated
    .sort((a, b) => b.rate - a.rate)
    .slice(0, limit)
    .map(({ shown: { name, description, inputSchema, annotations } }) => ({
      name,
      ...(description !== undefined && { description }),
      inputSchema,
      ...(annotations && { annotations }),
    }));
}

function rateOf(tool: ShownTool, words: readonly string[]): number {
  const parts = weights.map(([part, weight]) => ({ stems: stems(part(tool)), weight }));
  const rates = words.map((word) => Math.max(...parts.map(({ stems, weight }) => (stems.includes(word) ? weight : 0))));
  return rates.reduce((sum, rate) => sum + rate, 0);
}

/** Words in lower case, without the s of a plural. */
const stems = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    .map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word));
