import pg from 'pg';
import type { Settings } from '../settings/settings.js';
import { PreciseDate } from '../view/kinds.js';

export const applicationRole = 'tandem_app';
/** Finds due work of all tenants; only the tables that hold such work have a policy for this role. */
export const sweeperRole = 'tandem_sweeper';
/** Owns the functions that search the index of texts, which row-level security would switch off for the application. */
export const searcherRole = 'tandem_searcher';
/** SQL that lets the commit of the open transaction return before it is on the disk. */
export const committedSoon = `set_config('synchronous_commit', 'off', true)`;

const { INT8, NUMERIC, DATE, TIMESTAMPTZ } = pg.types.builtins;
const dateOf = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;
/** A Date holds milliseconds only; `PreciseDate` keeps the microseconds of PostgreSQL. */
pg.types.setTypeParser(TIMESTAMPTZ, (text) => {
  const micros = /\.\d{3}(\d{1,3})/.exec(text)?.[1];
  return micros === undefined ? dateOf(text) : new PreciseDate(dateOf(text), Number(micros.padEnd(3, '0')));
});
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(NUMERIC, Number);
pg.types.setTypeParser(DATE, (text) => text);
// Historical local times differ from UTC by odd seconds, which the driver would drop.
pg.defaults.parseInputDatesAsUTC = true;

/** The startup option that sets the application's role; empty if the login is that role, as with a pooler. */
export const roleOption = (url: string): string =>
  decodeURIComponent(new URL(url).username) === applicationRole ? '' : `-c role=${applicationRole}`;

/** How long a caller waits for PostgreSQL before the request fails as unavailable. */
export interface Timeouts {
  connectionMillis: number;
  statementMillis: number;
  /** For a connection slot of the tenant; `connectionMillis` by default. */
  turnMillis?: number | undefined;
}

export const defaultTimeouts: Timeouts = { connectionMillis: 1000, statementMillis: 2000 };

export const timeoutsOf = (settings: Settings): Timeouts => ({
  connectionMillis: settings.DATABASE_CONNECTION_TIMEOUT_MS,
  statementMillis: settings.DATABASE_STATEMENT_TIMEOUT_MS,
});

/** After this time without a statement, PostgreSQL ends a transaction and releases its locks. */
export const silenceMillis = ({ statementMillis }: Timeouts): number => 2.5 * statementMillis;

/** More than a minute: schedules fall due each minute, and a new connection costs PostgreSQL 20 ms or more. */
const idleMillis = 90_000;

/** Network time on top of the timeout of a statement. */
export const onTheWayMillis = 500;

/** Runs work on a dedicated connection outside the pool, with the rights of the login role. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  maxMillis = 10_000,
): Promise<T> {
  const limits = { connectionTimeoutMillis: maxMillis, query_timeout: maxMillis };
  const client = new pg.Client({ connectionString: url, ...limits }).on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The pool settings of every process: bounded waits, UTC, and the application's role. */
export function connection(url: string, poolSize: number, timeouts = defaultTimeouts): pg.PoolConfig {
  const { connectionMillis, statementMillis } = timeouts;
  const role = roleOption(url);
  const idleLimit = `-c idle_in_transaction_session_timeout=${silenceMillis(timeouts)}`;
  const limits = `-c statement_timeout=${statementMillis} ${idleLimit}`;
  return {
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionMillis,
    idleTimeoutMillis: idleMillis,
    query_timeout: statementMillis + onTheWayMillis,
    application_name: 'tandem',
    ...(role ? { options: `${limits} -c timezone=UTC ${role}` } : {}),
  };
}
