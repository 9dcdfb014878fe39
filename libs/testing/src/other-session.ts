import pg from 'pg';
import { ownerOf } from './temporary-postgres.js';

/** A second session as the owner, to hold locks and transactions open; it connects with its first query. */
export class OtherSession {
  private client: Promise<pg.Client> | undefined;

  constructor(private readonly url: () => string) {}

  async query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    this.client ??= connected(ownerOf(this.url()));
    return (await (await this.client).query<Record<string, unknown>>(text, values)).rows;
  }

  /** The number of sessions that wait, directly or indirectly, for a lock of this one. */
  async waiting(): Promise<number> {
    // In a transaction, sessions that began after the first query would not be seen.
    await this.query('select pg_stat_clear_snapshot()');
    const text = `with recursive blocked (pid) as (
        select pg_backend_pid()
        union
        select a.pid from pg_stat_activity a join blocked on blocked.pid = any (pg_blocking_pids(a.pid))
        where a.wait_event_type = 'Lock')
      select from blocked where pid <> pg_backend_pid()`;
    return (await this.query(text)).length;
  }

  async close(): Promise<void> {
    const client = await this.client;
    this.client = undefined;
    await client?.end();
  }
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
