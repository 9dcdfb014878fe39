import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work on fewer bytes costs no more than a request itself. */
const smallBytes = 64 * 1024;

let queue: Promise<unknown> = Promise.resolve();

/** Await it between two steps of work on `bytes`: the event loop runs one step a turn, and other work in between. */
export async function betweenSteps(bytes: number): Promise<void> {
  if (bytes <= smallBytes) return;
  queue = queue.then(() => nextTurn());
  await queue;
}
