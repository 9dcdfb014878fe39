/** The longest a timer of Node can wait. */
const longestTimer = 2_147_483_647;

/** A signal that fires at an instant, with the error that `reason` makes; after `clear` it never fires. */
export function timeLimit(at: Date | null, reason: () => Error): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController();
  const millis = at ? at.getTime() - Date.now() : Infinity;
  if (millis > longestTimer) return { signal: controller.signal, clear: () => undefined };
  const timer = setTimeout(() => controller.abort(reason()), Math.max(0, millis));
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** The result of the work, or the signal's reason as soon as it fires, even if the work ignores the signal. */
export function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    // What aborts is always an Error here: see the makers of the signals.
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}
