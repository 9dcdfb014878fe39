import type { Operation } from '../../core/operations.js';
import type { Rights } from '../../core/access/rights.js';
import { OperationRefused } from '../runs/operation-refused.js';
import type { ModelTool } from './conversations.port.js';
import { marked, visible } from './untrusted.js';

type Schema = ModelTool['schema'];

const maxDescriptionLength = 1024;

export const toolOfOperation = (operation: Operation, rights: Rights): ModelTool => ({
  ...toolOf(operation.name, [operation.summary, operation.description], operation.inputSchema as Schema),
  isHidden: !rights.coversScope(operation.needs),
});

export function toolOfApp(name: string, definition: object | undefined): ModelTool {
  const { title, description, inputSchema = {} } = (definition ?? {}) as Record<string, string | undefined>;
  return { ...toolOf(name, [title, description], inputSchema), isHidden: !definition };
}

function toolOf(name: string, texts: readonly (string | null | undefined)[], schema: Schema): ModelTool {
  const description = visible(texts.filter(Boolean).join('. ')).slice(0, maxDescriptionLength);
  return { name, description, schema: JSON.parse(visible(JSON.stringify(schema))) as Schema };
}

/** Turns a response or refusal of the tool into text for the model; any other error ends the run. */
export async function toolResult(
  args: unknown,
  call: (args: Record<string, unknown>) => Promise<unknown>,
): Promise<string> {
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    return marked({ code: 'invalid_body', detail: 'The arguments must be a JSON object.', errors: [] });
  try {
    return marked(await call(args as Record<string, unknown>));
  } catch (error) {
    if (error instanceof OperationRefused) return marked(error.refusal);
    throw error;
  }
}
