const lookMillis = 250;

/** npm sends SIGTERM only to the shell of its script, which leaves this process behind. */
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
