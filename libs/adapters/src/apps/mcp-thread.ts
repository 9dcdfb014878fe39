import { parentPort, workerData } from 'node:worker_threads';
import type { AppServer, ToolCall } from '@tandem/domain/apps/app-servers.port';
import type { EgressSettings } from '@tandem/platform/egress/guarded-fetch';
import { callTool } from './mcp-tool-call.js';
import { listTools } from './mcp-tool-list.js';

/** Without a call the thread lists the tools. It posts `begun`, then its result as JSON. */
export interface McpOrder extends AppServer {
  egress: EgressSettings;
  call?: ToolCall;
}

// The library would log names chosen by the server.
for (const method of ['debug', 'error', 'info', 'log', 'warn'] as const) console[method] = () => undefined;
parentPort!.postMessage('begun');
const order = workerData as McpOrder;
parentPort!.postMessage(JSON.stringify(await (order.call ? callTool(order, order.call) : listTools(order))));
