import { setTimeout as pause } from 'node:timers/promises';

/** What a machine at work on much else may add to any time that is promised. */
export const busyMachineMillis = 20_000;

/** Tries until the expectation holds or the time is up; then throws what the last try threw. */
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
