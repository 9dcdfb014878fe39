import { daySeconds } from '../../core/durations.js';
import type { AttemptResult } from './attempt-result.js';

export interface RetryTerms {
  /** Seconds to wait before each try. */
  schedule: readonly number[];
  now: Date;
  /** 0 to 1, for the jitter: 0 is the shortest wait. */
  random: number;
}

const jitter = 0.2;

/** After the scheduled wait ±20 %, or the endpoint's Retry-After if longer, at most a day. */
export function nextTry(
  tries: number,
  { retryAfterSeconds }: AttemptResult,
  { schedule, now, random }: RetryTerms,
): Date {
  const wait = schedule[tries]! * (1 - jitter + 2 * jitter * random);
  const requested = Math.min(retryAfterSeconds ?? 0, daySeconds);
  return new Date(now.getTime() + Math.max(wait, requested) * 1000);
}
