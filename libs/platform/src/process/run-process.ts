import { setFlagsFromString } from 'node:v8';
import { WrongFeatures } from '../feature/check/check-features.js';
import type { Feature } from '../feature/feature.js';
import { withLoaded } from '../feature/load-features.js';
import { loadEnvFile, misspelt, readSettings, type Settings, WrongSettings } from '../settings/settings.js';

/**
 * Runs one of the deployables over these features and those of `TANDEM_FEATURES`: reads the settings, starts it, and stops it on
 * SIGTERM, SIGINT or the end of the process that started it. Faults end the process with one line each: exit code 2 for
 * settings and features, 1 for anything else.
 */
export async function runProcess(
  name: string,
  own: readonly Feature[],
  start: (features: readonly Feature[], settings: Settings) => Promise<() => Promise<void>>,
): Promise<void> {
  try {
    // V8 makes the heap of an idle process as small as it can, and then leaves it so little room that under load it is collected every half second.
    setFlagsFromString('--no-memory-reducer');
    loadEnvFile();
    const features = await withLoaded(own);
    // A parent process (`npm start`) has printed these hints already.
    if (!process.send) for (const hint of misspelt(features, process.env)) process.stderr.write(`${name}: ${hint}\n`);
    stopOnce(await start(features, readSettings(features)));
  } catch (error) {
    const wrong = wrongs(error);
    process.stderr.write(`${(wrong ?? [`${name}: ${describe(error as Error)}`]).join('\n')}\n`);
    process.exit(wrong ? 2 : 1);
  }
}

/** One line for each thing that the operator or the developer of a feature has to put right; undefined for other failures. */
export function wrongs(error: unknown): string[] | undefined {
  if (error instanceof WrongSettings) return error.faults.map((fault) => `settings: ${fault}`);
  return error instanceof WrongFeatures ? [...error.faults] : undefined;
}

function describe(error: NodeJS.ErrnoException & { port?: number }): string {
  return error.code === 'EADDRINUSE'
    ? `port ${error.port} is already in use; set PORT, or WORKER_PORT of a worker, to another one`
    : error.message;
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
