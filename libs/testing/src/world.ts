import type { AddressInfo } from 'node:net';
import type supertest from 'supertest';
import { features as allFeatures } from '@tandem/adapters/features';
import { type Assembled, assemble } from '@tandem/api/assemble';
import { makeServer } from '@tandem/api/server';
import type { Feature } from '@tandem/platform/feature/feature';
import { migrate } from '@tandem/platform/schema/migrate';
import type { Settings } from '@tandem/platform/settings/settings';
import { type AssembledWorker, assembleWorker } from '@tandem/worker/assemble';
import { type Caller, Callers, type Method } from './callers.js';
import { temporaryDatabase } from './temporary-postgres.js';
import { testSettings } from './test-settings.js';

export type { Caller, Method } from './callers.js';

export interface World {
  /** The API on a real port, over a database of its own. */
  address: string;
  databaseUrl: string;
  api: Assembled;
  /** A request without any header of ours. */
  raw(method: Method, path: string): supertest.Test;
  /** Who has the operator's token. */
  operator: Caller;
  /** A new tenant; its owner with a full key. */
  tenant(name?: string): Promise<Caller>;
  /** The same member through another key, as `POST /api-keys` makes it. */
  withKey(caller: Caller, fields: object): Promise<Caller>;
  /** A worker over the same database, in this process; it ends with the world. What events start does not run without one. */
  startWorker(): Promise<AssembledWorker>;
  close(): Promise<void>;
}

/**
 * The API over these features on a database of its own, which is dropped at the end. `overrides` are settings beside those of
 * `testEnvironment`. The test run needs `@tandem/testing/jest-start` as globalSetup and `jest-end` as globalTeardown.
 */
export async function openWorld(
  overrides: Record<string, string> = {},
  features: readonly Feature[] = allFeatures,
): Promise<World> {
  const database = await temporaryDatabase();
  // A team's own features bring migrations that the run's template does not have.
  if (features !== allFeatures) await migrate(database.ownerUrl, features);
  const settings = testSettings(database.url, overrides);
  const { api, address, stop } = await openApi(features, settings);
  const callers = new Callers(address);
  const operator = callers.of({ tenantId: '', memberId: '', key: settings.OPERATOR_TOKEN });
  const workers: AssembledWorker[] = [];
  return {
    address,
    databaseUrl: database.url,
    api,
    operator,
    raw: (method, path) => callers.raw(method, path),
    tenant: (name = 'Acme') => callers.founder(operator, name),
    withKey: (caller, fields) => callers.withKey(caller, fields),
    startWorker: () => begun(assembleWorker(features, settings), workers),
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await stop();
      await database.drop();
    },
  };
}

async function openApi(features: readonly Feature[], settings: Settings) {
  let address = '';
  const api = assemble(features, settings, () => address);
  await api.start();
  const server = makeServer(api);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    await new Promise((resolve) => server.close(resolve));
    await api.close();
  };
  return { api, address, stop };
}

async function begun(worker: AssembledWorker, workers: AssembledWorker[]): Promise<AssembledWorker> {
  workers.push(worker);
  await worker.start();
  return worker;
}
