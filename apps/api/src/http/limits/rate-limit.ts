import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '@tandem/domain/core/errors';
import { noTenant, type Scope } from '@tandem/domain/core/scope';
import type { Settings } from '@tandem/platform/settings/settings';
import { clientNetwork } from '@tandem/platform/serving/caller';
import { factsOf } from '../request-context.js';
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
  async request(scope: Scope): Promise<Record<string, string>> {
    if (scope.tenantId === noTenant) return {};
    const counts = await this.each(scope, (limit, key, cost) => consume(limit, key, cost));
    const counted = counts.filter((count) => count !== null);
    const headers = headersOf(counted);
    const over = counted.find((count) => count.exceeded);
    if (over) throw new TooManyRequests(over.waitSeconds, headers);
    return headers;
  }

  /** Counts further requests of a caller, who has just made one; throws if they exceed what a limit has left. */
  async several(scope: Scope, count: number): Promise<void> {
    const max = Math.min(...(await this.each(scope, async (limit, _, cost) => maxRequests(limit, cost))));
    if (count >= max) throw tooMany(count + 1, max);
    const waits = await this.each(scope, (limit, key, cost) => secondsUntil(limit, key, count * cost));
    refuseFor(Math.max(...waits));
    const counts = await this.each(scope, (limit, key, cost) => consume(limit, key, count * cost));
    refuseFor(Math.max(...counts.map((counted) => (counted?.exceeded ? counted.waitSeconds : 0))));
  }

  private each<T>(
    { tenantId, actor, isTest }: Scope,
    use: (limit: Limit | null, key: string, cost: number) => Promise<T>,
  ): Promise<T[]> {
    const { key, tenant, tenantBurst } = this.of;
    const cost = isTest ? 4 : 1;
    return Promise.all([use(key, actor.id, cost), use(tenant, tenantId, cost), use(tenantBurst, tenantId, cost)]);
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

const maxRequests = (limit: Limit | null, cost: number) => (limit ? Math.floor(limit.points / cost) : Infinity);

function tooMany(count: number, max: number): DomainError {
  const detail = `A batch of ${count} requests exceeds the rate limit; at most ${max} fit into it.`;
  return new DomainError('invalid', 'batch_too_long', detail);
}

function refuseFor(seconds: number): void {
  if (seconds > 0) throw new TooManyRequests(seconds);
}

function refuseOver(count: Count | null): void {
  if (count?.exceeded) throw refusal(count.waitSeconds, [count]);
}

/** A refusal by address also closes the connection. */
const refusal = (seconds: number, counts: Count[] = []) =>
  new TooManyRequests(seconds, { ...headersOf(counts), connection: 'close' });

interface Gate {
  limits: RateLimits;
}

/** Health checks have a limit of their own, so that page views behind the same proxy cannot make them fail. */
const probes = new Set(['/livez', '/readyz']);

/** Counts each request without a token once against its address; throws above the limit. */
async function count({ limits }: Gate, { path }: Request, response: Response): Promise<void> {
  if (response.locals.isCounted) return;
  response.locals.isCounted = true;
  await limits.publicRequest(factsOf(response).ip ?? '', probes.has(path) ? 'probe' : 'page');
}

export const countPublic =
  (edge: Gate): RequestHandler =>
  async (request, response, next) => {
    await count(edge, request, response);
    next();
  };

/** Counts failed requests that nothing has counted yet; above the limit, that is the problem reported. */
export const countFailed =
  (edge: Gate): ErrorRequestHandler =>
  async (error, request, response, next) => {
    await count(edge, request, response);
    next(error);
  };

interface Limit {
  name: string;
  points: number;
  seconds: number;
  own: RateLimiterMemory;
  shared?: { limiter: RateLimiterRedis; store: SharedStore };
}

interface Count {
  limit: Limit;
  cost: number;
  remaining: number;
  waitSeconds: number;
  exceeded: boolean;
}

/** Counts in Redis, in this process alone while Redis is down or slow. 0 points: no limit. */
function makeLimit(name: string, points: number, seconds: number, store?: SharedStore): Limit | null {
  if (points <= 0) return null;
  const options = { keyPrefix: `tandem:${name}`, points, duration: seconds };
  const own = new RateLimiterMemory(options);
  if (!store) return { name, points, seconds, own };
  const insured = { storeClient: store.redis, insuranceLimiter: own, rejectIfRedisNotReady: true };
  return { name, points, seconds, own, shared: { limiter: new RateLimiterRedis({ ...options, ...insured }), store } };
}

async function consume(limit: Limit | null, key: string, requested = 1): Promise<Count | null> {
  if (!limit) return null;
  // Caps the cost at the limit, so that a single request always fits.
  const cost = Math.min(requested, limit.points);
  try {
    return counted(limit, cost, await through(limit, (limiter) => limiter.consume(key, cost)), false);
  } catch (refusal) {
    return refusal instanceof RateLimiterRes ? counted(limit, cost, refusal, true) : null;
  }
}

/** 0 if the cost fits now. */
async function secondsUntil(limit: Limit | null, key: string, cost: number): Promise<number> {
  if (!limit) return 0;
  const stored = await through(limit, (limiter) => limiter.get(key)).catch(() => null);
  const remaining = stored ? stored.remainingPoints : limit.points;
  return remaining >= cost ? 0 : Math.max(1, Math.ceil((stored?.msBeforeNext ?? 1000 * limit.seconds) / 1000));
}

const through = <T>({ own, shared }: Limit, use: (limiter: RateLimiterMemory | RateLimiterRedis) => Promise<T>) =>
  shared?.store.isFast ? shared.store.timed(() => use(shared.limiter)) : use(own);

const counted = (limit: Limit, cost: number, result: RateLimiterRes, exceeded: boolean): Count => ({
  limit,
  cost,
  remaining: Math.floor(Math.max(0, result.remainingPoints) / cost),
  waitSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  exceeded,
});

/** IETF draft-ietf-httpapi-ratelimit-headers: q quota, w window, r remaining, t seconds to reset. */
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
