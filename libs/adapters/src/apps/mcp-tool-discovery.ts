import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Discovery } from '@tandem/domain/apps/probe-result';
import { type ToolDefinition, toolDefinition } from '@tandem/domain/apps/tool-definition';
import type { ToolDiscovery } from '@tandem/domain/apps/tool-discovery.port';
import { Egress } from '@tandem/platform/egress/guarded-fetch';
import { faultOf, isOverBudget, McpFault } from './mcp-fault.js';

/** Listing and goodbye together leave the database the rest of the ten seconds. */
const listMillis = 8500;
const goodbyeMillis = 500;
const mostPages = 64;
const mostTools = 1000;
const mostBytes = 2 * 1024 * 1024;

/** Reads tools with the official client, which speaks both generations of the protocol, through the guarded egress. */
export class McpToolDiscovery implements ToolDiscovery {
  static needs = [Egress] as const;

  constructor(private readonly egress: Egress) {}

  async discover(url: string, token?: string): Promise<Discovery> {
    const client = new Client({ name: 'tandem', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      fetch: this.egress.fetchUpTo(mostBytes),
      requestInit: token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
      reconnectionOptions: noReconnection,
    });
    const visit = new Visit(client, transport);
    try {
      return { tools: await visit.tools() };
    } catch (error) {
      return { fault: faultOf(error, visit.isConnected) };
    } finally {
      await visit.end();
    }
  }
}

const noReconnection = {
  maxRetries: 0,
  initialReconnectionDelay: 0,
  maxReconnectionDelay: 0,
  reconnectionDelayGrowFactor: 1,
};

/** One call on a server. */
class Visit {
  isConnected = false;
  private readonly stop = new AbortController();
  private readonly options = { signal: this.stop.signal, timeout: listMillis };

  constructor(
    private readonly client: Client,
    private readonly transport: StreamableHTTPClientTransport,
  ) {
    // A stream that breaks off is told here only, and the answer awaited from it never comes.
    client.onerror = (error) => void (isOverBudget(error) && this.stop.abort(error));
  }

  async tools(): Promise<ToolDefinition[]> {
    const timer = setTimeout(() => this.stop.abort(new McpFault('timeout')), listMillis);
    const { signal } = this.stop;
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return Promise.race([this.list(), stopped]).finally(() => clearTimeout(timer));
  }

  /** Lets go of the server, politely where it keeps a session. */
  async end(): Promise<void> {
    const goodbye = this.transport.terminateSession().catch(() => undefined);
    await Promise.race([goodbye, pause(goodbyeMillis, undefined, { ref: false })]);
    this.stop.abort(new McpFault('timeout'));
    await this.client.close().catch(() => undefined);
  }

  private async list(): Promise<ToolDefinition[]> {
    await this.client.connect(this.transport, this.options);
    this.isConnected = true;
    if (!this.client.getServerCapabilities()?.tools) return [];
    const found = new Map<string, ToolDefinition>();
    const cursors = new Set<string | undefined>();
    for (let cursor: string | undefined; cursors.size === 0 || cursor !== undefined;) {
      if (cursors.has(cursor)) throw new McpFault('invalid_response');
      if (cursors.add(cursor).size > mostPages) throw new McpFault('too_many_tools');
      cursor = await this.page(cursor, found);
    }
    return [...found.values()];
  }

  private async page(cursor: string | undefined, found: Map<string, ToolDefinition>): Promise<string | undefined> {
    const request = { method: 'tools/list' as const, params: cursor === undefined ? {} : { cursor } };
    const { tools, nextCursor } = await this.client.request(request, this.options);
    if (found.size + tools.length > mostTools) throw new McpFault('too_many_tools');
    for (const tool of tools) {
      const definition = toolDefinition(tool);
      if (!definition || found.has(definition.name)) throw new McpFault('invalid_response');
      found.set(definition.name, definition);
    }
    return nextCursor;
  }
}
