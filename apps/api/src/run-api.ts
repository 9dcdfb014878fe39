import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createHttpTerminator } from 'http-terminator';
import type { Feature } from '@tandem/platform/feature/feature';
import { checkDatabase } from '@tandem/platform/schema/check-database';
import { ClockWatch } from '@tandem/platform/process/clock-watch';
import { runProcess, type Stop } from '@tandem/platform/process/run-process';
import type { Settings } from '@tandem/platform/settings/settings';
import { type Assembled, assemble } from './assemble.js';
import { makeServer } from './app.js';

/** Runs the API process until it is stopped. A team appends its own features to the list. */
export const runApi = (features: readonly Feature[]): Promise<void> => runProcess('api', features, serve);

async function serve(features: readonly Feature[], settings: Settings): Promise<Stop> {
  const api = assemble(features, settings);
  await checkDatabase(settings, features, (line) => api.logger.warn(line));
  const server = makeServer(api);
  const terminator = createHttpTerminator({ server, gracefulTerminationTimeout: 5000 });
  const watch = new ClockWatch({ database: api.database, logger: api.logger, registry: api.edge.metrics.registry });
  await watch.start();
  await api.start();
  const address = await listen(server, settings);
  api.edge.publicUrl ||= address;
  api.logger.info({ address }, 'listening');
  void api.dependencies.start().then(() => process.send?.({ type: 'ready', address }));
  return async (hurry) => {
    api.leave();
    await drained(api, settings, hurry);
    api.dependencies.close();
    await terminator.terminate();
    watch.close();
    await api.close();
    api.logger.info('stopped');
  };
}

/** Serves requests until load balancers have had time to see in `/readyz` that this process is leaving. */
async function drained(
  { dependencies, logger }: Assembled,
  { SHUTDOWN_DRAIN_SECONDS: seconds }: Settings,
  signal: AbortSignal,
): Promise<void> {
  if (seconds === 0 || signal.aborted) return;
  dependencies.leave();
  logger.info({ seconds }, 'draining');
  await pause(seconds * 1000, undefined, { signal }).catch(() => undefined);
}

async function listen(server: Server, { HOST, PORT }: Settings): Promise<string> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(PORT, HOST, resolve));
  return localAddress(HOST, (server.address() as AddressInfo).port);
}

export function localAddress(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
