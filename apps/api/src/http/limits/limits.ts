import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '@tandem/domain/core/errors';
import type { SharedStore } from './shared-store.js';

interface Limit {
  name: string;
  points: number;
  seconds: number;
  own: RateLimiterMemory;
  shared?: { limiter: RateLimiterRedis; store: SharedStore };
}

export interface Count {
  limit: Limit;
  cost: number;
  remaining: number;
  waitSeconds: number;
  exceeded: boolean;
}

/** Counts in Redis, in this process alone while Redis is down or slow. 0 points: no limit. */
export function makeLimit(name: string, points: number, seconds: number, store?: SharedStore): Limit | null {
  if (points <= 0) return null;
  const options = { keyPrefix: `tandem:${name}`, points, duration: seconds };
  const own = new RateLimiterMemory(options);
  if (!store) return { name, points, seconds, own };
  const insured = { storeClient: store.redis, insuranceLimiter: own, rejectIfRedisNotReady: true };
  return { name, points, seconds, own, shared: { limiter: new RateLimiterRedis({ ...options, ...insured }), store } };
}

export async function consume(limit: Limit | null, key: string, requested = 1): Promise<Count | null> {
  if (!limit) return null;
  // Caps the cost at the limit, so that a single request always fits.
  const cost = Math.min(requested, limit.points);
  try {
    return counted(limit, cost, await take(limit, key, cost), false);
  } catch (refusal) {
    return refusal instanceof RateLimiterRes ? counted(limit, cost, refusal, true) : null;
  }
}

const take = ({ own, shared }: Limit, key: string, cost: number): Promise<RateLimiterRes> =>
  shared?.store.isFast ? shared.store.timed(() => shared.limiter.consume(key, cost)) : own.consume(key, cost);

const counted = (limit: Limit, cost: number, result: RateLimiterRes, exceeded: boolean): Count => ({
  limit,
  cost,
  remaining: Math.floor(Math.max(0, result.remainingPoints) / cost),
  waitSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  exceeded,
});

/** IETF draft-ietf-httpapi-ratelimit-headers: q quota, w window, r remaining, t seconds to reset. */
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
