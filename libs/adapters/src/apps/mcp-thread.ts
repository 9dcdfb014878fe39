import { parentPort, workerData } from 'node:worker_threads';
import type { AppServer, ToolCall } from '@tandem/domain/apps/app-servers.port';
import type { EgressSettings } from '@tandem/platform/egress/guarded-fetch';
import { callTool } from './mcp-tool-call.js';
import { listTools } from './mcp-tool-list.js';

/** What the thread is started with: without a call it lists the tools. It answers with `begun`, then with its result as JSON. */
export interface McpOrder extends AppServer {
  egress: EgressSettings;
  call?: ToolCall;
}

// The library would print names that the server chose.
for (const method of ['debug', 'error', 'info', 'log', 'warn'] as const) console[method] = () => undefined;
parentPort!.postMessage('begun');
const order = workerData as McpOrder;
parentPort!.postMessage(JSON.stringify(await (order.call ? callTool(order, order.call) : listTools(order))));
