const tries = 5;

/**
 * True when work takes less than so many milliseconds of processor time, in one of several tries: a shared machine, a compiler or a
 * collector may add to any of them, but hardly to all.
 */
export function isDoneWithin(millis: number, work: () => unknown): boolean {
  for (let tried = 0; tried < tries; tried++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    if (user + system < millis * 1000) return true;
  }
  return false;
}
