/** Calls `make` at most once in this time; callers share its result or failure. */
export function sharedFor<T>(millis: number, make: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (shared && performance.now() < until) return shared;
    until = Infinity;
    shared = make();
    const startClock = () => {
      until = performance.now() + millis;
    };
    shared.then(startClock, startClock);
    return shared;
  };
}
