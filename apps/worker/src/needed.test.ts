import { describe, expect, it } from '@jest/globals';
import type { Database } from '@tandem/platform/postgres/database';
import { testSettings } from '@tandem/testing/test-settings';
import { needed } from './needed.js';

const pooler = 'postgres://ada:secret@pooler:6432/x';
const direct = 'postgres://ada:secret@postgres:5432/x';

describe('the dependencies of a worker without Redis', () => {
  const database = { pool: { query: async () => [] } } as unknown as Database;
  const queuesAway = () => Promise.reject(new Error('the queues are failing'));
  const failing = async (overrides: Record<string, string>) => {
    const all = needed(testSettings(pooler, overrides), database, queuesAway);
    const outcomes = await Promise.allSettled(all.map(({ check }) => check()));
    return all.filter((_, at) => outcomes[at]!.status === 'rejected').map(({ name }) => name);
  };

  it('names the setting through which the queues connect', async () => {
    expect(await failing({})).toEqual(['PostgreSQL at pooler:6432 (DATABASE_URL)']);
    const around = await failing({ DATABASE_DIRECT_URL: direct });
    expect(around).toEqual(['PostgreSQL at postgres:5432 (DATABASE_DIRECT_URL)']);
  });
});
