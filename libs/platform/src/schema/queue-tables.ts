import { DEFAULT_SCHEMA, runMigrations } from 'bullmq';
import pg from 'pg';
import { applicationRole } from '../postgres/connection.js';

/** Created here rather than by BullMQ, so that the application needs no CREATE right in this schema. */
const sequencesAndRights = `
  do $$
  declare queue text;
  begin
    foreach queue in array string_to_array(current_setting('tandem.queues'), ',') loop
      execute format('create sequence if not exists ${DEFAULT_SCHEMA}.%I', ${DEFAULT_SCHEMA}.job_id_seq_name(queue));
    end loop;
  end $$;
  grant usage on schema ${DEFAULT_SCHEMA} to ${applicationRole};
  grant select, insert, update, delete on all tables in schema ${DEFAULT_SCHEMA} to ${applicationRole};
  grant usage, select on all sequences in schema ${DEFAULT_SCHEMA} to ${applicationRole};
  grant execute on all functions in schema ${DEFAULT_SCHEMA} to ${applicationRole};`;

/** Creates the queue tables as their owner and grants access to the application; safe to repeat. */
export async function makeQueueTables(url: string, queues: Iterable<string>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await runMigrations(client, DEFAULT_SCHEMA);
    await client.query(`select set_config('tandem.queues', $1, false)`, [[...queues].join(',')]);
    await client.query(sequencesAndRights);
  } finally {
    await client.end();
  }
}
