import { daySeconds } from '../../core/durations.js';
import type { Answer } from './answer.js';

/** What decides when a failed delivery is tried again. */
export interface RetryTerms {
  /** Seconds to wait before each try. */
  schedule: readonly number[];
  now: Date;
  /** From 0 up to 1, for the jitter: 0 is the shortest wait, 1 the longest. */
  random: number;
}

const jitter = 0.2;

/** After the wait of the schedule ±20 %, or after what the endpoint asked for, up to a day, if that is longer. */
export function nextTry(tries: number, { retryAfterSeconds }: Answer, { schedule, now, random }: RetryTerms): Date {
  const wait = schedule[tries]! * (1 - jitter + 2 * jitter * random);
  const asked = Math.min(retryAfterSeconds ?? 0, daySeconds);
  return new Date(now.getTime() + Math.max(wait, asked) * 1000);
}
