import { setFlagsFromString } from 'node:v8';
import { WrongFeatures } from '../feature/check/check-features.js';
import type { Feature } from '../feature/feature.js';
import { withLoaded } from '../feature/load-features.js';
import { outliveReaders, stopWithNpm } from './process-ends.js';
import { loadEnvFile, misspelt, readSettings, type Settings, WrongSettings } from '../settings/settings.js';

/** Until `hurry` is aborted it may keep serving, because load balancers learn of a SIGTERM later. */
export type Stop = (hurry: AbortSignal) => Promise<void>;

/** Stops on SIGTERM, SIGINT or the end of its parent process. Exit code 2 for wrong settings and features, else 1. */
export async function runProcess(
  name: string,
  own: readonly Feature[],
  start: (features: readonly Feature[], settings: Settings) => Promise<Stop>,
): Promise<void> {
  let stop: Stop = async () => undefined;
  stopOnce((hurry) => stop(hurry));
  try {
    outliveReaders();
    // V8 shrinks the heap of an idle process so far that under load it would collect garbage every half second.
    setFlagsFromString('--no-memory-reducer');
    loadEnvFile();
    const features = await withLoaded(own);
    // The parent process (`npm start`) has printed these hints already.
    if (!process.send) for (const hint of misspelt(features, process.env)) process.stderr.write(`${name}: ${hint}\n`);
    stop = await start(features, readSettings(features));
  } catch (error) {
    const wrong = wrongs(error);
    process.stderr.write(`${(wrong ?? [`${name}: ${describe(error as Error)}`]).join('\n')}\n`);
    process.exit(wrong ? 2 : 1);
  }
}

/** One line for each fault of the operator or of a feature's developer; undefined for other failures. */
export function wrongs(error: unknown): string[] | undefined {
  if (error instanceof WrongSettings) return error.faults.map((fault) => `settings: ${fault}`);
  return error instanceof WrongFeatures ? [...error.faults] : undefined;
}

function describe(error: NodeJS.ErrnoException & { port?: number }): string {
  return error.code === 'EADDRINUSE'
    ? `port ${error.port} is already in use; set PORT, or WORKER_PORT of a worker, to another one`
    : error.message;
}

function stopOnce(stop: Stop): void {
  const hurry = new AbortController();
  let hasStarted = false;
  const start = () => {
    if (hasStarted) return;
    hasStarted = true;
    stop(hurry.signal).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  const startAtOnce = () => {
    hurry.abort();
    start();
  };
  process.on('SIGTERM', start).on('SIGINT', startAtOnce).on('disconnect', startAtOnce);
  stopWithNpm(start);
}
