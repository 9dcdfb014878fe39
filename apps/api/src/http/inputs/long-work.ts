import { setImmediate as othersTurn } from 'node:timers/promises';

/** Work on so many bytes costs no more than a request itself. */
const fewBytes = 64 * 1024;

let last: Promise<unknown> = Promise.resolve();

/**
 * Stands between two steps of work on so many bytes; for 2 MiB each step takes tens of milliseconds. However many requests are at
 * such steps, the event loop does one of them in each turn, and what else is waiting in between.
 */
export async function betweenSteps(bytes: number): Promise<void> {
  if (bytes <= fewBytes) return;
  last = last.then(() => othersTurn());
  await last;
}
