import { setTimeout as pause } from 'node:timers/promises';

/** What a busy machine may add to any promised time. */
export const busyMachineMillis = 20_000;

/** Retries until the expectation holds; at the timeout, throws the error of the last attempt. */
export async function eventually<T>(
  expectation: () => T | Promise<T>,
  withinMillis = 10_000 + busyMachineMillis,
): Promise<T> {
  const end = Date.now() + withinMillis;
  for (;;) {
    try {
      return await expectation();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(20);
    }
  }
}
