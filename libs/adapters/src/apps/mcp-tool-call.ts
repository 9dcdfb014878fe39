import { type CallToolResult, ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { ToolCall, ToolOutcome } from '@tandem/domain/apps/app-servers.port';
import { causesOf, EgressFailure } from '@tandem/platform/egress/egress-failure';
import { faultOf } from './mcp-fault.js';
import { McpSession, type SessionTerms } from './mcp-session.js';

/** Enough for the handshake, the call and responses to requests of the server. */
const bounds = { requests: 20, bytes: 256 * 1024, messages: 500 };
const millis = 60_000;

type Server = Pick<SessionTerms, 'url' | 'token' | 'egress'>;
type Part = CallToolResult['content'][number];

/** Never rejects; masks the server's token in the result. */
export async function callTool(server: Server, { tool, arguments: args }: ToolCall): Promise<ToolOutcome> {
  const session = new McpSession({ ...server, bounds, millis });
  try {
    const request = { method: 'tools/call' as const, params: { name: tool, arguments: args } };
    const result = await session.work((client) => client.request(request, session.options));
    return { text: withoutToken(textOf(result), server), isError: result.isError === true };
  } catch (error) {
    const message = messageOf(error, session.isConnected);
    if (message !== undefined) return { text: withoutToken(message, server), isError: true };
    return { fault: faultOf(error, session.isConnected) };
  } finally {
    await session.end();
  }
}

const withoutToken = (text: string, { token }: Server) =>
  token === undefined ? text : text.replaceAll(token, '[masked]');

function messageOf(error: unknown, isConnected: boolean): string | undefined {
  if (!isConnected) return undefined;
  if ([...causesOf(error)].some((cause) => cause instanceof EgressFailure && cause.failure === 'invalid_response'))
    return `The app answers more than the ${bounds.bytes / 1024} KiB that are read.`;
  if (error instanceof ProtocolError) return error.message;
  if (!(error instanceof SdkError)) return undefined;
  if (error.code === SdkErrorCode.UnsupportedResultType)
    return 'The tool asks for the answer of a person, and there is none to give it.';
  return error.code === SdkErrorCode.InvalidResult ? 'The app returned an invalid tool result.' : undefined;
}

/** Parts other than text, such as images, are only mentioned. */
function textOf({ content, structuredContent }: CallToolResult): string {
  if (content.length === 0 && structuredContent !== undefined) return JSON.stringify(structuredContent);
  return content.map(partText).join('\n\n');
}

function partText(part: Part): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'resource_link') return `(link to ${part.name}: ${part.uri})`;
  if (part.type !== 'resource') return `(${part.type} of the type ${part.mimeType}, which is not shown)`;
  const { uri } = part.resource;
  return 'text' in part.resource ? part.resource.text : `(the resource ${uri}, which is not shown)`;
}
