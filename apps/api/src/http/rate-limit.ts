import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { DomainError } from '@tandem/domain/core/errors';
import type { Settings } from '@tandem/platform/settings';

type Limits = Pick<
  Settings,
  'RATE_LIMIT_KEY_PER_SECOND' | 'RATE_LIMIT_TENANT_PER_MINUTE' | 'RATE_LIMIT_FAILED_AUTH_PER_SECOND'
>;

interface Limit {
  name: string;
  points: number;
  seconds: number;
  limiter: RateLimiterAbstract;
}

/** A burst of twice the rate, refilled over two seconds, is the rate on average. */
const burstSeconds = 2;
const claimsPerMinute = 10;

/**
 * Counts requests per key and tenant, failed authentications and claims per address. Counters are shared through Redis
 * where there is one; when it is away each process counts for itself, and no request is refused for that.
 */
export class RateLimits {
  private readonly key: Limit | null;
  private readonly tenant: Limit | null;
  private readonly failures: Limit | null;
  private readonly claims: Limit;

  constructor(limits: Limits, redis?: Redis) {
    const make = (name: string, points: number, seconds: number) =>
      points > 0 ? limit(name, points, seconds, redis) : null;
    this.key = make('key', limits.RATE_LIMIT_KEY_PER_SECOND * burstSeconds, burstSeconds);
    this.tenant = make('tenant', limits.RATE_LIMIT_TENANT_PER_MINUTE, 60);
    this.failures = make('failed_auth', limits.RATE_LIMIT_FAILED_AUTH_PER_SECOND, 1);
    this.claims = limit('claim', claimsPerMinute, 60, redis);
  }

  /** Counts a request; returns the headers to send with the answer. A test key has a quarter of the limits. */
  async request(keyId: string, tenantId: string, isTest: boolean): Promise<Record<string, string>> {
    const cost = isTest ? 4 : 1;
    const [key, tenant] = await Promise.all([consume(this.key, keyId, cost), consume(this.tenant, tenantId, cost)]);
    const counted = [key, tenant].filter((count) => count !== null);
    const headers = headersOf(counted);
    const over = counted.find((count) => count.exceeded);
    if (over) throw new TooManyRequests(over.waitSeconds, headers);
    return headers;
  }

  async failedAuthentication(ip: string): Promise<void> {
    await refuseOver(this.failures, ip);
  }

  async claim(ip: string): Promise<void> {
    await refuseOver(this.claims, ip);
  }
}

/** Too many requests; the answer still carries the limits' headers. */
export class TooManyRequests extends DomainError {
  constructor(
    seconds: number,
    readonly headers: Record<string, string> = {},
  ) {
    super('rate_limited', 'rate_limited', `Too many requests; try again in ${seconds} s.`, {
      retryAfterSeconds: seconds,
    });
  }
}

interface Count {
  limit: Limit;
  cost: number;
  remaining: number;
  waitSeconds: number;
  exceeded: boolean;
}

function limit(name: string, points: number, seconds: number, redis?: Redis): Limit {
  const options = { keyPrefix: `tandem:${name}`, points, duration: seconds };
  const memory = new RateLimiterMemory(options);
  const limiter = redis
    ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory, rejectIfRedisNotReady: true })
    : memory;
  return { name, points, seconds, limiter };
}

async function consume(limit: Limit | null, key: string, wanted: number): Promise<Count | null> {
  if (!limit) return null;
  // However low the limit is, one request fits in.
  const cost = Math.min(wanted, limit.points);
  try {
    return counted(limit, cost, await limit.limiter.consume(key, cost), false);
  } catch (refusal) {
    return refusal instanceof RateLimiterRes ? counted(limit, cost, refusal, true) : null;
  }
}

const counted = (limit: Limit, cost: number, result: RateLimiterRes, exceeded: boolean): Count => ({
  limit,
  cost,
  remaining: Math.floor(Math.max(0, result.remainingPoints) / cost),
  waitSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  exceeded,
});

/** `RateLimit-Policy` and `RateLimit` (IETF draft-ietf-httpapi-ratelimit-headers): q quota, w window, r remaining, t seconds to reset. */
function headersOf(counts: Count[]): Record<string, string> {
  if (counts.length === 0) return {};
  return {
    'ratelimit-policy': counts
      .map(({ limit, cost }) => `"${limit.name}";q=${Math.floor(limit.points / cost)};w=${limit.seconds}`)
      .join(', '),
    ratelimit: counts
      .map(({ limit, remaining, waitSeconds }) => `"${limit.name}";r=${remaining};t=${waitSeconds}`)
      .join(', '),
  };
}

async function refuseOver(limit: Limit | null, ip: string): Promise<void> {
  const count = await consume(limit, ip, 1);
  if (count?.exceeded) throw new TooManyRequests(count.waitSeconds, headersOf([count]));
}
