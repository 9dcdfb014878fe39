import { daySeconds } from '../../core/durations.js';
import type { Answer } from './answer.js';

/** When a delivery that failed is tried again. */
export interface RetryTerms {
  /** Seconds to wait before each try. */
  schedule: readonly number[];
  now: Date;
  /** From 0 up to 1: where in the jitter a wait falls. */
  random: number;
}

const jitter = 0.2;

/** The schedule's wait with up to a fifth more or less, or what the endpoint asked for, up to a day, where that is longer. */
export function nextTry(tries: number, { retryAfterSeconds }: Answer, { schedule, now, random }: RetryTerms): Date {
  const wait = schedule[tries]! * (1 - jitter + 2 * jitter * random);
  const asked = Math.min(retryAfterSeconds ?? 0, daySeconds);
  return new Date(now.getTime() + Math.max(wait, asked) * 1000);
}
