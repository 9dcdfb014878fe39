const tries = 5;

/**
 * The milliseconds of processor time that work takes; where that is not less than the limit, the least of several tries. A shared
 * machine, a compiler or a collector may add to any of them, but hardly to all.
 */
export function processorMillis(work: () => unknown, limit: number): number {
  let least = Infinity;
  for (let tried = 0; tried < tries && least >= limit; tried++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
