import type { Discovery } from '@tandem/domain/apps/probe-result';
import { ToolDiscovery } from '@tandem/domain/apps/tool-discovery.port';
import { DomainError } from '@tandem/domain/core/errors';
import { Sealer } from '@tandem/domain/core/sealer';
import { Turns } from '@tandem/domain/core/turns';
import { needing } from '@tandem/domain/core/use-case';
import { Egress } from '@tandem/platform/egress/guarded-fetch';
import { inMcpThread } from './in-mcp-thread.js';

/** What is left of the ten seconds that a probe may take is for the database. */
const longestMillis = 9000;
const longestWaitMillis = 3000;

/** Reads tools over HTTP. */
export class McpToolDiscovery extends needing({ egress: Egress, sealer: Sealer }, ToolDiscovery) {
  private readonly turns = new Turns({ inAll: 8, perTenant: 2 });

  async discover(url: string, token?: string): Promise<Discovery> {
    // Which addresses the operator allows may have changed since the token was stored.
    if (token !== undefined && this.sealer.refusalOf('url', url) !== null) return { fault: 'blocked_address' };
    const ends = performance.now() + longestMillis;
    const order = { url, token, egress: this.egress.settings };
    const work = () => inMcpThread<Discovery>(order, { millis: ends - performance.now() });
    return this.turns.take(work, { millis: longestWaitMillis, refusal: tooManyProbes });
  }
}

const tooManyProbes = () =>
  new DomainError(
    'rate_limited',
    'too_many_probes',
    'Two apps of a tenant are probed at a time, and eight of all tenants by one process; these are still under way.',
    { retryAfterSeconds: 5 },
  );
