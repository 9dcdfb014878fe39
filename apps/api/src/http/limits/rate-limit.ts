import type { Redis } from 'ioredis';
import { noTenant, type Scope } from '@tandem/domain/core/scope';
import type { Settings } from '@tandem/platform/settings/settings';
import { clientNetwork } from '@tandem/platform/serving/caller';
import { consume, type Count, headersOf, makeLimit, TooManyRequests } from './limits.js';
import { SharedStore } from './shared-store.js';

/** Twice the rate, refilled over two seconds, averages to the rate. */
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
    /** Failures seen by this process: reading it is free, so it is read before each authentication. */
    ownFailures: makeLimit('failed_auth', failures, 1),
    claims: makeLimit('claim', claimsPerMinute, 60, store),
    trials: makeLimit('trial', settings.RATE_LIMIT_TRIALS_PER_MINUTE, 60, store),
    open: makeLimit('public', settings.RATE_LIMIT_PUBLIC_PER_SECOND * burstSeconds, burstSeconds),
  };
}

/** By key and tenant, or by address without a token. An outage of the shared counters refuses no request. */
export class RateLimits {
  private readonly of: ReturnType<typeof limitsOf>;

  constructor(settings: Settings, redis?: Redis) {
    this.of = limitsOf(settings, redis);
  }

  /** Returns the headers of the response. A test key has a quarter of the limits. */
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

  async mayAuthenticate(ip: string): Promise<void> {
    const failures = await this.of.ownFailures?.own.get(clientNetwork(ip));
    if (failures && failures.remainingPoints <= 0 && failures.msBeforeNext > 0)
      throw refusal(Math.max(1, Math.ceil(failures.msBeforeNext / 1000)));
  }

  /** Blocks an address in this process too once it exceeds the limit over all processes. */
  async failedAuthentication(ip: string): Promise<void> {
    const network = clientNetwork(ip);
    const [own, all] = await Promise.all([consume(this.of.ownFailures, network), consume(this.of.failures, network)]);
    if (all?.remaining === 0) await this.of.ownFailures?.own.block(network, all.waitSeconds);
    refuseOver(all?.exceeded ? all : own);
  }

  async claim(ip: string): Promise<void> {
    refuseOver(await consume(this.of.claims, clientNetwork(ip)));
  }

  /** Counts a test, probe or verification by tenant, since a tenant can create any number of records. */
  async trial(tenantId: string): Promise<void> {
    const count = await consume(this.of.trials, tenantId);
    if (count?.exceeded) throw new TooManyRequests(count.waitSeconds, headersOf([count]));
  }

  /** Counted by process: the limit protects the time of this process. */
  async publicRequest(ip: string, kind: 'probe' | 'page' = 'page'): Promise<void> {
    refuseOver(await consume(this.of.open, `${kind} ${clientNetwork(ip)}`));
  }
}

function refuseOver(count: Count | null): void {
  if (count?.exceeded) throw refusal(count.waitSeconds, [count]);
}

/** A refusal by address also closes the connection. */
const refusal = (seconds: number, counts: Count[] = []) =>
  new TooManyRequests(seconds, { ...headersOf(counts), connection: 'close' });
