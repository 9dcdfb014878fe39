import { ApiCalls } from '@tandem/domain/core/api-calls';
import { Entities } from '@tandem/domain/core/entities';
import { Log } from '@tandem/domain/core/telemetry/log';
import { Meter } from '@tandem/domain/core/telemetry/meter';
import { Operations } from '@tandem/domain/core/operations';
import { SearchedRecords } from '@tandem/domain/core/searched-records';
import { Sealer } from '@tandem/domain/core/sealer';
import { Stopping } from '@tandem/domain/core/stopping';
import { Transaction } from '@tandem/domain/core/transaction';
import type { Vocabulary } from '@tandem/domain/core/vocabulary';
import { Container } from '../feature/container.js';
import { Egress } from '../egress/guarded-fetch.js';
import { type Feature, PublishedTypes } from '../feature/feature.js';
import { completed } from '../feature/completed.js';
import { checkFeatures } from '../feature/check/check-features.js';
import { FeatureEntities } from '../feature/feature-entities.js';
import { FeatureSearchables } from '../feature/feature-searchables.js';
import { FeatureOperations } from '../feature/feature-operations.js';
import { vocabularyOf } from '../feature/feature-vocabulary.js';
import { type Timeouts, timeoutsOf } from '../postgres/connection.js';
import { Database, type DatabaseOptions } from '../postgres/database.js';
import { Reconnection } from '../postgres/reconnection.js';
import { Signals } from '../postgres/signals.js';
import { Seal } from '../secrets/seal.js';
import type { Settings } from '../settings/settings.js';
import { SettingsToken } from '../settings/settings-token.js';

export interface Foundation {
  settings: Settings;
  container: Container;
  database: Database;
  signals: Signals;
  vocabulary: Vocabulary;
  /** For connections to `directUrl`; without a pooler, also for the pool. */
  reconnection: Reconnection;
  close(): Promise<void>;
}

interface Extras {
  constants?: readonly [token: unknown, value: unknown][];
  turnMillis?: number;
}

export function layFoundation(
  given: readonly Feature[],
  settings: Settings,
  { constants = [], turnMillis }: Extras = {},
): Foundation {
  const features = completed(given);
  checkFeatures(features);
  const published = features.flatMap((feature) => feature.publishes ?? []);
  const reconnection = new Reconnection();
  const signals = new Signals(directUrl(settings), reconnection);
  const types = new Set(published.map(({ type }) => type));
  const database = openDatabase(settings, signals, reconnection, { published: types, turnMillis });
  const egress = new Egress({ allowCidrs: settings.OUTBOUND_ALLOW_CIDRS, proxyUrl: settings.OUTBOUND_PROXY_URL });
  const seal = new Seal(settings.SECRETS_KEY, settings.SECRETS_KEYS_PREVIOUS, settings);
  const container: Container = new Container(features, [
    ...defaults(),
    [Database, database],
    [Transaction, database],
    [Signals, signals],
    [Egress, egress],
    [Seal, seal],
    [Sealer, seal],
    [SettingsToken, settings],
    [Entities, new FeatureEntities(features, () => container)],
    [SearchedRecords, new FeatureSearchables(features, () => container)],
    [Operations, new FeatureOperations(features, () => container)],
    [PublishedTypes, new PublishedTypes(published)],
    ...constants,
  ]);
  const close = () => closeAll(database, signals, egress);
  return { settings, container, database, signals, reconnection, vocabulary: vocabularyOf(features), close };
}

const defaults = (): [token: unknown, value: unknown][] => [
  [Stopping, new Stopping()],
  [Meter, new Meter()],
  [Log, new Log()],
  [ApiCalls, new ApiCalls()],
];

async function closeAll(database: Database, signals: Signals, egress: Egress): Promise<void> {
  await Promise.allSettled([signals.close(), egress.close()]);
  await database.close();
}

/** The address for LISTEN, which does not work through a pooler in transaction mode. */
export const directUrl = (settings: Settings) => settings.DATABASE_DIRECT_URL || settings.DATABASE_URL;

function openDatabase(
  settings: Settings,
  signals: Signals,
  direct: Reconnection,
  { published, turnMillis }: Pick<DatabaseOptions, 'published'> & Pick<Timeouts, 'turnMillis'>,
): Database {
  return new Database({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    timeouts: { ...timeoutsOf(settings), turnMillis },
    secretsKey: settings.SECRETS_KEY,
    previousKeys: settings.SECRETS_KEYS_PREVIOUS,
    // A pooler may respond while PostgreSQL does not, and vice versa.
    reconnection: directUrl(settings) === settings.DATABASE_URL ? direct : new Reconnection(),
    published,
    onSignal: signals.pass,
  });
}
