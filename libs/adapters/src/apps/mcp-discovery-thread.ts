import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Egress, type EgressSettings } from '@tandem/platform/egress/guarded-fetch';
import { boundedFetch } from './bounded-fetch.js';
import { faultOf } from './mcp-fault.js';
import { McpVisit, noReconnection } from './mcp-visit.js';

/** What the thread is started with; it answers with `begun`, then with a `Discovery` as JSON. */
export interface DiscoveryOrder {
  url: string;
  token?: string | undefined;
  egress: EgressSettings;
}

/** Requests are 64 pages, the greeting and the answers to a server that asks back. */
const most = { requests: 200, bytes: 2 * 1024 * 1024, messages: 2000 };

async function discover({ url, token, egress }: DiscoveryOrder): Promise<string> {
  const client = new Client({ name: 'tandem', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: boundedFetch(new Egress(egress).fetch, most, (failure) => visit.giveUp(failure)),
    requestInit: token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
    reconnectionOptions: noReconnection,
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
