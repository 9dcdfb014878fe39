import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { useDatabase } from '@tandem/testing/temporary-postgres';
import { runBatch } from './batch.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (how?: { type: 'minor' }) => void;

const pages = 1000;
const pageBytes = 50_000;

describe('a batch', () => {
  const database = useDatabase();

  /** Memory that survives a minor collection is copied by each later one and freed only by a major one. */
  it('releases the rows it returned by the next minor garbage collection', async () => {
    const client = new pg.Client({ connectionString: database.url, query_timeout: 60_000 });
    await client.connect();
    const page = { text: "select repeat('x', $1) as page", values: [pageBytes] };
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < pages; i++) await runBatch(client, [page]);
    collect({ type: 'minor' });
    const retained = process.memoryUsage().heapUsed - before;
    await client.end();
    // Other tests in this process may allocate memory too.
    expect(retained).toBeLessThan((pages * pageBytes) / 2);
  });
});
