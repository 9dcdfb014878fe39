import type { Redis } from 'ioredis';
import { noTenant, type Scope } from '@tandem/domain/core/scope';
import type { Settings } from '@tandem/platform/settings/settings';
import { clientNetwork } from '@tandem/platform/serving/client-network';
import { consume, type Count, headersOf, makeLimit, TooManyRequests } from './limits.js';
import { SharedStore } from './shared-store.js';

/** A burst of twice the rate, refilled over two seconds, is the rate on average. */
const burstSeconds = 2;
const claimsPerMinute = 10;

function limitsOf(settings: Settings, redis?: Redis) {
  const store = redis && new SharedStore(redis);
  const failures = settings.RATE_LIMIT_FAILED_AUTH_PER_SECOND;
  return {
    key: makeLimit('key', settings.RATE_LIMIT_KEY_PER_SECOND * burstSeconds, burstSeconds, store),
    tenant: makeLimit('tenant', settings.RATE_LIMIT_TENANT_PER_MINUTE, 60, store),
    tenantBurst: makeLimit('tenant_burst', settings.RATE_LIMIT_TENANT_PER_SECOND, 1, store),
    failures: store ? makeLimit('failed_auth', failures, 1, store) : null,
    /** The failures that this process saw: asking it costs nothing, so it is asked before each authentication. */
    ownFailures: makeLimit('failed_auth', failures, 1),
    claims: makeLimit('claim', claimsPerMinute, 60, store),
    trials: makeLimit('trial', settings.RATE_LIMIT_TRIALS_PER_MINUTE, 60, store),
    open: makeLimit('public', settings.RATE_LIMIT_PUBLIC_PER_SECOND * burstSeconds, burstSeconds),
  };
}

/**
 * Counts requests per key and tenant, and per address what comes without a token: failed authentications, claims, public
 * pages. No request is refused because the counters' store is away.
 */
export class RateLimits {
  private readonly of: ReturnType<typeof limitsOf>;

  constructor(settings: Settings, redis?: Redis) {
    this.of = limitsOf(settings, redis);
  }

  /** Counts a request of a tenant; returns the headers to send with the answer. A test key has a quarter of the limits. */
  async request({ tenantId, actor, isTest }: Scope): Promise<Record<string, string>> {
    if (tenantId === noTenant) return {};
    const cost = isTest ? 4 : 1;
    const counts = await Promise.all([
      consume(this.of.key, actor.id, cost),
      consume(this.of.tenant, tenantId, cost),
      consume(this.of.tenantBurst, tenantId, cost),
    ]);
    const counted = counts.filter((count) => count !== null);
    const headers = headersOf(counted);
    const over = counted.find((count) => count.exceeded);
    if (over) throw new TooManyRequests(over.waitSeconds, headers);
    return headers;
  }

  /** Refuses an address that has just failed too often, whatever token it brings, before anything is done for it. */
  async mayAuthenticate(ip: string): Promise<void> {
    const known = await this.of.ownFailures?.own.get(clientNetwork(ip));
    if (known && known.remainingPoints <= 0 && known.msBeforeNext > 0)
      throw refusal(Math.max(1, Math.ceil(known.msBeforeNext / 1000)));
  }

  /** Counts a failed authentication. An address that failed too often in all processes together is closed out of this one too. */
  async failedAuthentication(ip: string): Promise<void> {
    const network = clientNetwork(ip);
    const [own, all] = await Promise.all([consume(this.of.ownFailures, network), consume(this.of.failures, network)]);
    if (all?.remaining === 0) await this.of.ownFailures?.own.block(network, all.waitSeconds);
    refuseOver(all?.exceeded ? all : own);
  }

  async claim(ip: string): Promise<void> {
    refuseOver(await consume(this.of.claims, clientNetwork(ip)));
  }

  /** Counts a test, a probe or a verification against the tenant, not the record: records are created at will. */
  async trial(tenantId: string): Promise<void> {
    const count = await consume(this.of.trials, tenantId);
    if (count?.exceeded) throw new TooManyRequests(count.waitSeconds, headersOf([count]));
  }

  /** Counts a request that is answered without a token. Each process counts for itself: the limit saves the time of that process. */
  async publicRequest(ip: string, kind: 'probe' | 'page' = 'page'): Promise<void> {
    refuseOver(await consume(this.of.open, `${kind} ${clientNetwork(ip)}`));
  }
}

function refuseOver(count: Count | null): void {
  if (count?.exceeded) throw refusal(count.waitSeconds, [count]);
}

/** Who is refused by address is cut off too, with whatever else the connection has sent. */
const refusal = (seconds: number, counts: Count[] = []) =>
  new TooManyRequests(seconds, { ...headersOf(counts), connection: 'close' });
