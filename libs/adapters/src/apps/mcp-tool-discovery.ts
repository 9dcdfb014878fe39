import { Worker } from 'node:worker_threads';
import type { Discovery } from '@tandem/domain/apps/probe-result';
import { ToolDiscovery } from '@tandem/domain/apps/tool-discovery.port';
import { DomainError } from '@tandem/domain/core/errors';
import { openScope } from '@tandem/domain/core/scope';
import { Turns } from '@tandem/domain/core/turns';
import { needing } from '@tandem/domain/core/use-case';
import { clearTextRefusal } from '@tandem/platform/egress/clear-text';
import { Egress } from '@tandem/platform/egress/guarded-fetch';
import { SettingsToken } from '@tandem/platform/settings/settings-token';
import type { DiscoveryOrder } from './mcp-discovery-thread.js';

/** The database has the rest of the ten seconds. */
const longestMillis = 9000;
const longestWaitMillis = 3000;

/** Enough for the largest list of tools a server may have. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** The built file, for tests of the sources too: a thread cannot load TypeScript. */
const entry = new URL('../../dist/apps/mcp-discovery-thread.js', import.meta.url);

/**
 * Reads tools in a thread of its own, since an answer may take long to parse: the process goes on meanwhile, and ends the thread
 * when its time is over.
 */
export class McpToolDiscovery extends needing({ egress: Egress, settings: SettingsToken }, ToolDiscovery) {
  private readonly turns = new Turns({ inAll: 8, perTenant: 2 });

  async discover(url: string, token?: string): Promise<Discovery> {
    // The setting may have changed since the token was stored.
    if (token !== undefined && this.tokenRefusalOf(url) !== null) return { fault: 'blocked_address' };
    const ends = performance.now() + longestMillis;
    const order: DiscoveryOrder = { url, token, egress: this.egress.settings };
    const work = () => inThread(order, ends - performance.now());
    return this.turns.take(openScope()?.tenantId ?? '', work, { millis: longestWaitMillis, refusal: tooManyProbes });
  }

  tokenRefusalOf(url: string): string | null {
    return clearTextRefusal('url', url, this.settings);
  }
}

const tooManyProbes = () =>
  new DomainError(
    'rate_limited',
    'too_many_probes',
    'Two apps of a tenant are probed at a time, and eight of all tenants by one process; these are still under way.',
    { retryAfterSeconds: 5 },
  );

async function inThread(workerData: DiscoveryOrder, millis: number): Promise<Discovery> {
  const thread = new Worker(entry, { workerData, resourceLimits, execArgv: [] });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Discovery>((resolve, reject) => {
      timer = setTimeout(() => resolve({ fault: 'timeout' }), millis);
      let hasBegun = false;
      thread.on('message', (message: string) => {
        if (message === 'begun') hasBegun = true;
        else resolve(JSON.parse(message) as Discovery);
      });
      // Once the thread reads, only the server's answer can end it, by taking too much memory or stack.
      thread.on('error', (error) => (hasBegun ? resolve({ fault: 'invalid_response' }) : reject(error)));
      thread.on('exit', () => resolve({ fault: 'invalid_response' }));
    });
  } finally {
    clearTimeout(timer);
    void thread.terminate();
  }
}
