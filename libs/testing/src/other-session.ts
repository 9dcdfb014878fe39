import pg from 'pg';
import { ownerOf } from './temporary-postgres.js';

/** A second session of the database, as its owner: it holds locks and transactions open while the product works. */
export interface OtherSession {
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  close: () => Promise<void>;
}

export async function openOtherSession(url: string): Promise<OtherSession> {
  const client = new pg.Client({ connectionString: ownerOf(url) });
  await client.connect();
  return {
    query: async (text, values = []) => (await client.query<Record<string, unknown>>(text, values)).rows,
    close: () => client.end(),
  };
}
