import { describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { features } from '@tandem/adapters/features';
import { silentAtFirst } from '@tandem/testing/late-postgres';
import { useDatabase } from '@tandem/testing/temporary-postgres';
import { defaultTimeouts } from '../postgres/connection.js';
import { checkClock, checkMigrated } from './check-database.js';

describe('a database that a newer version has migrated', () => {
  const database = useDatabase();

  it('is accepted by the previous version, which lacks its migrations', async () => {
    const previous = features.map((feature) => ({ ...feature, migrations: feature.migrations?.slice(0, -1) ?? [] }));
    expect(previous.flatMap(({ migrations }) => migrations).length).toBeGreaterThan(0);
    await checkMigrated(database.url, previous);
  });
});

describe('a database that is slow to respond at startup', () => {
  const database = useDatabase();

  it.each([
    ['tables', (url: string) => checkMigrated(url, features)],
    ['clock', checkClock],
  ])('is waited for and passes the check of its %s', async (_, check) => {
    const postgres = await silentAtFirst(database.url);
    const checked = check(postgres.url);
    await Promise.race([checked, pause(5 * defaultTimeouts.connectionMillis)]);
    postgres.speak();
    await checked;
    await postgres.close();
  });
});
