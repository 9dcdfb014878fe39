import { Entities } from '@tandem/domain/core/entities';
import { Sealer } from '@tandem/domain/core/sealer';
import { Transaction } from '@tandem/domain/core/transaction';
import { Container } from './container.js';
import { Egress } from './egress/guarded-fetch.js';
import type { Feature } from './feature.js';
import { FeatureEntities } from './feature-entities.js';
import { Database } from './postgres/database.js';
import { publish } from './postgres/event-rows.js';
import { EventSignal, Signals } from './postgres/signals.js';
import { PublishedTypes } from './published-types.js';
import { Seal } from './secrets/seal.js';
import type { Settings } from './settings.js';
import { SettingsToken } from './settings-token.js';

/** What both apps stand on: the technology, opened by the settings, and the container that builds every feature's parts from it. */
export interface Foundation {
  settings: Settings;
  container: Container;
  database: Database;
  signals: Signals;
  /** Lets go of every connection. */
  close(): Promise<void>;
}

export function layFoundation(
  features: readonly Feature[],
  settings: Settings,
  constants: readonly [token: unknown, value: unknown][] = [],
): Foundation {
  const published = features.flatMap((feature) => feature.publishes ?? []);
  publish(published.map(({ type }) => type));
  const signals = new Signals(settings.DATABASE_DIRECT_URL || settings.DATABASE_URL);
  const database = openDatabase(settings, signals);
  const egress = new Egress({ allowCidrs: settings.OUTBOUND_ALLOW_CIDRS, proxyUrl: settings.OUTBOUND_PROXY_URL });
  const seal = new Seal(settings.SECRETS_KEY, settings.SECRETS_KEYS_PREVIOUS);
  const container: Container = new Container(features, [
    ...constants,
    [Database, database],
    [Transaction, database],
    [Signals, signals],
    [Egress, egress],
    [Seal, seal],
    [Sealer, seal],
    [SettingsToken, settings],
    [Entities, new FeatureEntities(features, () => container)],
    [PublishedTypes, new PublishedTypes(published)],
  ]);
  const close = async () => {
    await Promise.allSettled([signals.close(), egress.close()]);
    await database.close();
  };
  return { settings, container, database, signals, close };
}

function openDatabase(settings: Settings, signals: Signals): Database {
  const signal: EventSignal = new EventSignal(() => database.pool.query('notify tandem_events'));
  const database: Database = new Database({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    secretsKey: settings.SECRETS_KEY,
    onEvents: signal.send,
    onSignal: signals.hand,
  });
  return database;
}
