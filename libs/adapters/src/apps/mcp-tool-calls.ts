import { type AppServer, type ToolCall, ToolCalls, type ToolOutcome } from '@tandem/domain/apps/tool-calls.port';
import { Sealer } from '@tandem/domain/core/sealer';
import { Turns } from '@tandem/domain/core/turns';
import { needing } from '@tandem/domain/core/use-case';
import { Egress } from '@tandem/platform/egress/guarded-fetch';
import { inMcpThread } from './in-mcp-thread.js';

/** How long a call may take, with the connection before it and its end. */
const longestMillis = 62_000;

/** Calls tools over HTTP. */
export class McpToolCalls extends needing({ egress: Egress, sealer: Sealer }, ToolCalls) {
  private readonly turns = new Turns({ inAll: 16, perTenant: 4 });

  async call({ url, token }: AppServer, call: ToolCall, signal: AbortSignal): Promise<ToolOutcome> {
    // Which addresses the operator allows may have changed since the token was stored.
    if (token !== undefined && this.sealer.refusalOf('url', url) !== null) return { fault: 'blocked_address' };
    const order = { url, token, egress: this.egress.settings, call };
    const work = () => inMcpThread<ToolOutcome>(order, { millis: longestMillis, signal });
    return this.turns.take(work);
  }
}
