import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type ToolDefinition, toolDefinition } from '@tandem/domain/apps/tool-definition';
import { Egress, type EgressSettings } from '@tandem/platform/egress/guarded-fetch';
import { boundedFetch } from './bounded-fetch.js';
import { faultOf, McpFault } from './mcp-fault.js';

/** What the thread is started with; it answers with `begun`, then with a `Discovery` as JSON. */
export interface DiscoveryOrder {
  url: string;
  token?: string | undefined;
  egress: EgressSettings;
}

/** The requests are 64 pages, the handshake, and answers to requests of the server. */
const most = { requests: 200, bytes: 2 * 1024 * 1024, messages: 2000 };

/** Listing and goodbye together end before the thread they run in is ended. */
const listMillis = 8000;
const goodbyeMillis = 500;
const mostPages = 64;
const mostTools = 1000;
/** Of all tools together: the main thread parses the list without a pause. */
const mostValues = 100_000;

/** One session with a server, by the official client, which speaks both generations of the protocol. */
class McpVisit {
  isConnected = false;
  private readonly stop = new AbortController();
  private valuesLeft = mostValues;
  private readonly options = { signal: this.stop.signal, timeout: listMillis };

  constructor(
    private readonly client: Client,
    private readonly transport: StreamableHTTPClientTransport,
  ) {}

  giveUp(reason: Error): void {
    this.stop.abort(reason);
  }

  async tools(): Promise<ToolDefinition[]> {
    const timer = setTimeout(() => this.stop.abort(new McpFault('timeout')), listMillis);
    const { signal } = this.stop;
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return Promise.race([this.list(), stopped]).finally(() => clearTimeout(timer));
  }

  /** Ends the session with the server, if it keeps one, and closes the connection. */
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
      if ((this.valuesLeft -= valuesIn(definition.fields)) < 0) throw new McpFault('too_many_tools');
      found.set(definition.name, definition);
    }
    return nextCursor;
  }
}

/** The number of values in JSON, its lists and objects included. */
const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, member) => sum + valuesIn(member), 1)
    : 1;

async function discover({ url, token, egress }: DiscoveryOrder): Promise<string> {
  const client = new Client({ name: 'tandem', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: boundedFetch(new Egress(egress).fetch, most, (failure) => visit.giveUp(failure)),
    requestInit: token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      reconnectionDelayGrowFactor: 1,
    },
  });
  const visit: McpVisit = new McpVisit(client, transport);
  try {
    return JSON.stringify({ tools: await visit.tools() });
  } catch (error) {
    return JSON.stringify({ fault: faultOf(error, visit.isConnected) });
  } finally {
    await visit.end();
  }
}

// The library prints names that the server chose.
for (const method of ['debug', 'error', 'info', 'log', 'warn'] as const) console[method] = () => undefined;
// On Linux a thread has a priority of its own: requests come first.
if (process.platform === 'linux') setPriority(10);
parentPort!.postMessage('begun');
parentPort!.postMessage(await discover(workerData as DiscoveryOrder));
