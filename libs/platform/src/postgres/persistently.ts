import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '@tandem/domain/core/errors';
import { isRetryable, translate } from './database-errors.js';

const mostRetries = 3;

/** Tries again after a deadlock or a serialization failure, where others were only faster, and what was prepared before the tables changed. */
export async function persistently<T>(work: (until: number) => Promise<T>, mostMillis: number): Promise<T> {
  const until = Date.now() + mostMillis;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(until);
    } catch (error) {
      if (!isRetryable(error)) throw translate(error);
      if (attempt > mostRetries || Date.now() > until) throw unavailable('Others are writing the same records now.');
      await pause(Math.random() * 20 * attempt);
    }
  }
}
