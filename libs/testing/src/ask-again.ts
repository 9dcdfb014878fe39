import type { Caller } from './callers.js';

/** Asks again while a busy machine answers 503, which says that nothing was done. */
export async function askAgain<T extends { status: number }>(ask: () => PromiseLike<T>): Promise<T> {
  const answer = await ask();
  return answer.status === 503 ? askAgain(ask) : answer;
}

/** A caller that does so with every request: for tests of many requests at once, of which one tenant has a share of the connections. */
export const askingAgain = (caller: Caller): Caller => ({
  ...caller,
  get: (...request) => askAgain(() => caller.get(...request)),
  delete: (...request) => askAgain(() => caller.delete(...request)),
  post: (...request) => askAgain(() => caller.post(...request)),
  put: (...request) => askAgain(() => caller.put(...request)),
  patch: (...request) => askAgain(() => caller.patch(...request)),
});
