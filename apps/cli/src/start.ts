import { fileURLToPath } from 'node:url';
import { allFeatures } from './all-features.js';
import { given } from './environment.js';
import { Launch, type Parts } from './launch.js';
import { prepareDatabase } from './prepare-database.js';

const entry = (app: string) => fileURLToPath(new URL(`../../${app}/dist/main.js`, import.meta.url));

const product: Parts = {
  apps: { api: entry('api'), worker: entry('worker') },
  checkFeatures: allFeatures,
  prepareDatabase,
  log: (line) => process.stderr.write(`tandem: ${line}\n`),
  print: (text) => process.stdout.write(`${text}\n`),
};

/** Runs the whole product until it is told to stop; resolves with the exit code when nothing of it runs any more. */
export async function start(env: NodeJS.ProcessEnv = process.env, parts: Partial<Parts> = {}): Promise<number> {
  const all = { ...product, ...parts };
  const launch = new Launch(env, all);
  const stop = () => launch.end(0);
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  // Never taken off again: a signal repeated while everything ends must not cut that short.
  for (const signal of signals) process.on(signal, stop);
  if (given(env, 'npm_lifecycle_event')) watchParent(stop);
  const code = await launch.run();
  all.log('stopped');
  return code;
}

// npm passes SIGTERM to the shell between, which dies of it and leaves this process behind.
function watchParent(stop: () => void): void {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 250).unref();
}
