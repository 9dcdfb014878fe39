import type { Redis } from 'ioredis';
import type { Settings } from '@tandem/platform/settings/settings';
import { clientNetwork } from '@tandem/platform/serving/client-network';
import { consume, type Count, headersOf, type Limit, makeLimit, TooManyRequests } from './limits.js';

type Limits = Pick<
  Settings,
  | 'RATE_LIMIT_KEY_PER_SECOND'
  | 'RATE_LIMIT_TENANT_PER_SECOND'
  | 'RATE_LIMIT_TENANT_PER_MINUTE'
  | 'RATE_LIMIT_FAILED_AUTH_PER_SECOND'
  | 'RATE_LIMIT_PUBLIC_PER_SECOND'
  | 'RATE_LIMIT_TRIALS_PER_MINUTE'
>;

/** A burst of twice the rate, refilled over two seconds, is the rate on average. */
const burstSeconds = 2;
const claimsPerMinute = 10;

/**
 * Counts requests per key and tenant, and per address what comes without a token: failed authentications, claims, public
 * pages. No request is refused because the counters' store is away.
 */
export class RateLimits {
  private readonly key: Limit | null;
  private readonly tenant: Limit | null;
  private readonly tenantBurst: Limit | null;
  private readonly failures: Limit | null;
  /** The failures that this process saw: asking it costs nothing, so it is asked before each authentication. */
  private readonly ownFailures: Limit | null;
  private readonly claims: Limit | null;
  private readonly open: Limit | null;
  private readonly trials: Limit | null;

  constructor(limits: Limits, redis?: Redis) {
    const failures = limits.RATE_LIMIT_FAILED_AUTH_PER_SECOND;
    this.key = makeLimit('key', limits.RATE_LIMIT_KEY_PER_SECOND * burstSeconds, burstSeconds, redis);
    this.tenant = makeLimit('tenant', limits.RATE_LIMIT_TENANT_PER_MINUTE, 60, redis);
    this.tenantBurst = makeLimit('tenant_burst', limits.RATE_LIMIT_TENANT_PER_SECOND, 1, redis);
    this.failures = redis ? makeLimit('failed_auth', failures, 1, redis) : null;
    this.ownFailures = makeLimit('failed_auth', failures, 1);
    this.claims = makeLimit('claim', claimsPerMinute, 60, redis);
    this.trials = makeLimit('trial', limits.RATE_LIMIT_TRIALS_PER_MINUTE, 60, redis);
    this.open = makeLimit('public', limits.RATE_LIMIT_PUBLIC_PER_SECOND * burstSeconds, burstSeconds);
  }

  /** Counts a request; returns the headers to send with the answer. A test key has a quarter of the limits. */
  async request(keyId: string, tenantId: string, isTest: boolean): Promise<Record<string, string>> {
    const cost = isTest ? 4 : 1;
    const counts = await Promise.all([
      consume(this.key, keyId, cost),
      consume(this.tenant, tenantId, cost),
      consume(this.tenantBurst, tenantId, cost),
    ]);
    const counted = counts.filter((count) => count !== null);
    const headers = headersOf(counted);
    const over = counted.find((count) => count.exceeded);
    if (over) throw new TooManyRequests(over.waitSeconds, headers);
    return headers;
  }

  /** Refuses an address that has just failed too often, whatever token it brings, before anything is done for it. */
  async mayAuthenticate(ip: string): Promise<void> {
    const known = await this.ownFailures?.limiter.get(clientNetwork(ip));
    if (known && known.remainingPoints <= 0 && known.msBeforeNext > 0)
      throw refusal(Math.max(1, Math.ceil(known.msBeforeNext / 1000)));
  }

  /** Counts a failed authentication; what other processes counted closes this one to the address too. */
  async failedAuthentication(ip: string): Promise<void> {
    const network = clientNetwork(ip);
    const [own, all] = await Promise.all([consume(this.ownFailures, network), consume(this.failures, network)]);
    if (all?.remaining === 0) await this.ownFailures?.limiter.block(network, all.waitSeconds);
    refuseOver(all?.exceeded ? all : own);
  }

  async claim(ip: string): Promise<void> {
    refuseOver(await consume(this.claims, clientNetwork(ip)));
  }

  /** Counts a call to the outside world that somebody asked for of one record: a test, a probe, a verification. */
  async trial(tenantId: string, path: string): Promise<void> {
    const count = await consume(this.trials, `${tenantId}${path}`);
    if (count?.exceeded) throw new TooManyRequests(count.waitSeconds, headersOf([count]));
  }

  /** Counts a request that is answered without a token. Each process counts for itself: it is its own time that it saves. */
  async publicRequest(ip: string, kind: 'probe' | 'page' = 'page'): Promise<void> {
    refuseOver(await consume(this.open, `${kind} ${clientNetwork(ip)}`));
  }
}

function refuseOver(count: Count | null): void {
  if (count?.exceeded) throw refusal(count.waitSeconds, [count]);
}

/** Who is refused by address is cut off too, with whatever else the connection has sent. */
const refusal = (seconds: number, counts: Count[] = []) =>
  new TooManyRequests(seconds, { ...headersOf(counts), connection: 'close' });
