import { type AppServer, AppServers, type ToolCall, type ToolOutcome } from '@tandem/domain/apps/app-servers.port';
import type { Discovery } from '@tandem/domain/apps/probe-result';
import { DomainError } from '@tandem/domain/core/errors';
import { Sealer } from '@tandem/domain/core/sealer';
import { Turns } from '@tandem/domain/core/turns';
import { uses } from '@tandem/domain/core/use-case';
import { Egress } from '@tandem/platform/egress/guarded-fetch';
import { inMcpThread } from './in-mcp-thread.js';

/** A probe may take ten seconds, including the database. */
const maxProbeMillis = 9000;
const maxWaitMillis = 3000;
const maxCallMillis = 62_000;

export class McpAppServers extends uses({ egress: Egress, sealer: Sealer }, AppServers) {
  private readonly probes = new Turns({ inAll: 8, perTenant: 2 });
  private readonly calls = new Turns({ inAll: 16, perTenant: 4 });

  async discover(server: AppServer): Promise<Discovery> {
    if (this.isBlocked(server)) return { fault: 'blocked_address' };
    const deadline = performance.now() + maxProbeMillis;
    const order = { ...server, egress: this.egress.settings };
    const work = () => inMcpThread<Discovery>(order, { millis: deadline - performance.now() });
    return this.probes.take(work, { millis: maxWaitMillis, refusal: tooManyProbes });
  }

  async call(server: AppServer, call: ToolCall, signal: AbortSignal): Promise<ToolOutcome> {
    if (this.isBlocked(server)) return { fault: 'blocked_address' };
    const order = { ...server, egress: this.egress.settings, call };
    const work = () => inMcpThread<ToolOutcome>(order, { millis: maxCallMillis, signal });
    return this.calls.take(work);
  }

  /** The operator may have changed the allowed addresses since the token was stored. */
  private isBlocked({ url, token }: AppServer): boolean {
    return token !== undefined && this.sealer.refusalOf('url', url) !== null;
  }
}

const tooManyProbes = () =>
  new DomainError(
    'rate_limited',
    'too_many_probes',
    'Two apps of a tenant are probed at a time, and eight of all tenants by one process; these are still under way.',
    { retryAfterSeconds: 5 },
  );
