import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { DomainError } from '@tandem/domain/core/errors';

/** So many points in so many seconds for one key. */
interface Limit {
  name: string;
  points: number;
  seconds: number;
  limiter: RateLimiterAbstract;
}

export interface Count {
  limit: Limit;
  cost: number;
  remaining: number;
  waitSeconds: number;
  exceeded: boolean;
}

/** Counters are shared through Redis where there is one; when it is away each process counts for itself. No points, no limit. */
export function makeLimit(name: string, points: number, seconds: number, redis?: Redis): Limit | null {
  if (points <= 0) return null;
  const options = { keyPrefix: `tandem:${name}`, points, duration: seconds };
  const memory = new RateLimiterMemory(options);
  const limiter = redis
    ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory, rejectIfRedisNotReady: true })
    : memory;
  return { name, points, seconds, limiter };
}

export async function consume(limit: Limit | null, key: string, wanted = 1): Promise<Count | null> {
  if (!limit) return null;
  // A cost above the whole limit counts as the whole limit, so that one request always fits in.
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
export function headersOf(counts: Count[]): Record<string, string> {
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
