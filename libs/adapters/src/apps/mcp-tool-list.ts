import type { Discovery } from '@tandem/domain/apps/probe-result';
import { type ToolDefinition, toolDefinition } from '@tandem/domain/apps/tool-definition';
import { faultOf, McpFault } from './mcp-fault.js';
import { McpSession, type SessionTerms } from './mcp-session.js';

/** Enough for 64 pages, the handshake and responses to requests of the server. */
const bounds = { requests: 200, bytes: 2 * 1024 * 1024, messages: 2000 };

/** Less than the timeout of the thread, so that the session is closed in time. */
const millis = 8000;
const maxPages = 64;
const maxTools = 1000;
/** JSON values in all tools together, since parsing the list blocks the main thread. */
const maxValues = 100_000;

/** Never rejects. */
export async function listTools(server: Pick<SessionTerms, 'url' | 'token' | 'egress'>): Promise<Discovery> {
  const session = new McpSession({ ...server, bounds, millis });
  try {
    return { tools: await session.work((client) => new Listing(session, client).read()) };
  } catch (error) {
    return { fault: faultOf(error, session.isConnected) };
  } finally {
    await session.end();
  }
}

class Listing {
  private readonly found = new Map<string, ToolDefinition>();
  private valuesLeft = maxValues;

  constructor(
    private readonly session: McpSession,
    private readonly client: Parameters<Parameters<McpSession['work']>[0]>[0],
  ) {}

  async read(): Promise<ToolDefinition[]> {
    if (!this.client.getServerCapabilities()?.tools) return [];
    const cursors = new Set<string | undefined>();
    for (let cursor: string | undefined; cursors.size === 0 || cursor !== undefined;) {
      if (cursors.has(cursor)) throw new McpFault('invalid_response');
      if (cursors.add(cursor).size > maxPages) throw new McpFault('too_many_tools');
      cursor = await this.page(cursor);
    }
    return [...this.found.values()];
  }

  private async page(cursor: string | undefined): Promise<string | undefined> {
    const request = { method: 'tools/list' as const, params: cursor === undefined ? {} : { cursor } };
    const { tools, nextCursor } = await this.client.request(request, this.session.options);
    if (this.found.size + tools.length > maxTools) throw new McpFault('too_many_tools');
    for (const tool of tools) {
      const definition = toolDefinition(tool);
      if (!definition || this.found.has(definition.name)) throw new McpFault('invalid_response');
      this.valuesLeft -= valuesIn(definition.fields);
      if (this.valuesLeft < 0) throw new McpFault('too_many_tools');
      this.found.set(definition.name, definition);
    }
    return nextCursor;
  }
}

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, member) => sum + valuesIn(member), 1)
    : 1;
