import type { CallToolResult } from '@modelcontextprotocol/server';
import { replayed } from '../http/idempotency.js';
import { betweenSteps } from '../http/limits/tenant-traffic.js';
import type { Call } from '../http/perform-route.js';
import type { McpRequest } from './mcp-request.js';
import { shownOf, TooLong } from './shown-response.js';
import { type Arguments, partArguments, readArguments } from './tool-arguments.js';
import { resultOfResponse } from './tool-result.js';
import type { Tool } from './tools.js';

export async function useTool(
  tool: Tool,
  given: Record<string, unknown>,
  request: McpRequest,
): Promise<CallToolResult> {
  const args = partArguments(tool, given);
  const call = callOf(args, request);
  for (;;) {
    const { body, headers } = await tool.performer.perform(call, async () => {
      await betweenSteps(request.response.locals.bodyBytes as number);
      return { input: readArguments(tool, args), body: args.body };
    });
    await betweenSteps(body.length);
    const shown = shownOf(tool, body.toString(), (args.textOffset as number | undefined) ?? 0);
    if (!(shown instanceof TooLong))
      return resultOfResponse(shown, {
        structured: request.choice.structured,
        isReplayed: replayed in headers,
        isCut: 'x-truncated' in headers,
      });
    // Only the store knows the cursor after a row: read the list again, up to the last row that fits.
    args.values = { ...args.values, limit: shown.rows };
    call.isRepeat = true;
  }
}

const callOf = (args: Arguments, { scope, response, idempotencyKey }: McpRequest): Call => ({
  scope,
  params: args.params,
  idempotencyKey: args.idempotencyKey ?? idempotencyKey,
  namesRight: true,
  response,
});
