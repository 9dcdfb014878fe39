/** Makes something at most once in so many milliseconds; all callers meanwhile share the result or the failure. */
export function sharedFor<T>(millis: number, make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (made && performance.now() < until) return made;
    until = Infinity;
    made = make();
    const startClock = () => {
      until = performance.now() + millis;
    };
    made.then(startClock, startClock);
    return made;
  };
}
