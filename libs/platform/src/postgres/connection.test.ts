import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { useDatabase } from '@tandem/testing/temporary-postgres';
import { runBatch } from './batch.js';
import './connection.js';

describe('a Date as a statement parameter', () => {
  const database = useDatabase();

  /** Each instant as PostgreSQL formats it. */
  async function stored(instants: readonly Date[]): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const text = "select to_char($1::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS BC') as text";
    const outcomes = await runBatch(
      client,
      instants.map((at) => ({ text, values: [at] })),
    );
    await client.end();
    return outcomes.map(({ rows }) => rows[0]!.text);
  }

  const between = (from: string, to: string) => Date.parse(from) + Math.random() * (Date.parse(to) - Date.parse(from));

  it('keeps its milliseconds', async () => {
    const instants = Array.from({ length: 2000 }, () => new Date(between('0001-01-01', '9999-12-31')));
    const edges = ['0001-01-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'];
    const all = [...edges.map((text) => new Date(text)), ...instants];
    const expected = all.map((at) => `${at.toISOString().slice(0, -1).replace('T', ' ')} AD`);
    expect(await stored(all)).toEqual(expected);
  });

  it('may be outside the years of RFC 3339', async () => {
    const all = ['+010000-01-01T00:00:00.000Z', '0000-12-31T23:59:59.999Z', '-000043-03-15T12:00:00.000Z'];
    expect(await stored(all.map((text) => new Date(text)))).toEqual([
      '10000-01-01 00:00:00.000 AD',
      '0001-12-31 23:59:59.999 BC',
      '0044-03-15 12:00:00.000 BC',
    ]);
  });
});
