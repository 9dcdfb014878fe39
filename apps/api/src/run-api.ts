import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpTerminator } from 'http-terminator';
import type { Feature } from '@tandem/platform/feature';
import { checkDatabase } from '@tandem/platform/postgres/check-database';
import { loadEnvFile, readSettings, WrongSettings } from '@tandem/platform/settings';
import { type Assembled, assemble } from './assemble.js';

/** Runs the API process over these features until it is told to stop; a team's own features are further members of the list. */
export async function runApi(features: readonly Feature[]): Promise<void> {
  try {
    await serve(features);
  } catch (error) {
    const faults =
      error instanceof WrongSettings
        ? error.faults.map((fault) => `settings: ${fault}`)
        : [`api: ${(error as Error).message}`];
    process.stderr.write(`${faults.join('\n')}\n`);
    process.exit(error instanceof WrongSettings ? 2 : 1);
  }
}

async function serve(features: readonly Feature[]): Promise<void> {
  loadEnvFile();
  const settings = readSettings();
  let address = `http://${settings.HOST}:${settings.PORT}`;
  const api = assemble(features, settings, () => address);
  await checkDatabase(api.database, features);
  const server = createServer(
    { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 },
    api.app,
  );
  const terminator = createHttpTerminator({ server, gracefulTerminationTimeout: 5000 });
  await api.start();
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(settings.PORT, settings.HOST, resolve),
  );
  const { port } = server.address() as AddressInfo;
  address = `http://${settings.HOST === '0.0.0.0' || settings.HOST === '::' ? 'localhost' : settings.HOST}:${port}`;
  onStop(() => stop(terminator, api));
  api.logger.info({ address }, 'listening');
  process.send?.({ type: 'ready', address });
}

async function stop(terminator: { terminate(): Promise<void> }, api: Assembled): Promise<void> {
  await terminator.terminate();
  await api.close();
  process.exit(0);
}

/** Told to stop by a signal, or by the end of the process that started this one. */
function onStop(stopping: () => Promise<void>): void {
  let begun = false;
  const once = () => {
    if (begun) return;
    begun = true;
    stopping().catch(() => process.exit(1));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, once);
  process.on('disconnect', once);
}
