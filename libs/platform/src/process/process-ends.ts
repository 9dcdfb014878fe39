const lookMillis = 250;

/**
 * Calls `stop` when the shell of an npm script dies. npm sends SIGTERM to that shell alone, which dies of it and leaves this process
 * behind where it did not replace itself by it.
 */
export function stopWithNpm(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), lookMillis).unref();
}

/** Whoever read the output may leave, as `head` does, or a log collector that restarts: work goes on without being read. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
