import { loadEnvFile, readSettings, type Settings, WrongSettings } from './settings.js';

/**
 * Runs one of the deployables: reads the settings, starts it, and stops it on SIGTERM, SIGINT or the end of the process that
 * started it. Faults end the process with one line each: exit code 2 for settings, 1 for anything else.
 */
export async function runProcess(
  name: string,
  start: (settings: Settings) => Promise<() => Promise<void>>,
): Promise<void> {
  try {
    loadEnvFile();
    stopOnce(await start(readSettings()));
  } catch (error) {
    const wrong = error instanceof WrongSettings;
    const faults = wrong ? error.faults.map((fault) => `settings: ${fault}`) : [`${name}: ${describe(error as Error)}`];
    process.stderr.write(`${faults.join('\n')}\n`);
    process.exit(wrong ? 2 : 1);
  }
}

function describe(error: NodeJS.ErrnoException & { port?: number }): string {
  return error.code === 'EADDRINUSE' ? `port ${error.port} is already in use; choose another one` : error.message;
}

function stopOnce(stop: () => Promise<void>): void {
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, begin);
  process.on('disconnect', begin);
}
