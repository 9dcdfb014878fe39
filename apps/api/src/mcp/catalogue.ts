import type { Tool as ShownTool } from '@modelcontextprotocol/server';
import { objectSchema } from '@tandem/platform/inputs/input-schema';
import { fieldsOf } from '@tandem/platform/inputs/inputs';
import { FindToolsInput, UseToolInput } from './catalogue.inputs.js';
import { lean } from './lean-schema.js';

const schemaOf = (input: new () => object) =>
  lean(objectSchema([...fieldsOf(input).values()])) as ShownTool['inputSchema'];

/** The tools that find and call all others, so that a host need not load every tool at the start. */
export const catalogueOf = (beyond: readonly string[]): Record<string, ShownTool> => ({
  find_tools: {
    name: 'find_tools',
    title: 'Find more tools',
    description:
      `Finds tools beyond those listed, by keywords, for example for ${beyond.join(', ')}. ` +
      'Call them with read_with_tool or call_tool.',
    inputSchema: schemaOf(FindToolsInput),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  read_with_tool: {
    name: 'read_with_tool',
    title: 'Call a read-only tool',
    description: 'Calls a tool by its name, from find_tools. Refuses tools that change something.',
    inputSchema: schemaOf(UseToolInput),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  call_tool: {
    name: 'call_tool',
    title: 'Call any tool',
    description: 'Calls a tool by its name, from find_tools, including tools that change or delete something.',
    inputSchema: schemaOf(UseToolInput),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
});
