const lookMillis = 250;

/**
 * Calls `stop` when the shell of an npm script dies: npm sends SIGTERM only to that shell, which leaves this process
 * behind unless it was replaced by it.
 */
export function stopWithNpm(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), lookMillis).unref();
}

/** Continues when the reader of the output has closed it, as `head` or a restarting log collector does. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
