import pg from 'pg';
import type { Settings } from '../settings/settings.js';
import { PreciseDate } from '../view/written-instant.js';

export const applicationRole = 'tandem_app';
/** The role that looks for due work of all tenants; only tables that need it have a policy for this role. */
export const sweeperRole = 'tandem_sweeper';

const { INT8, NUMERIC, DATE, TIMESTAMPTZ } = pg.types.builtins;
const dateOf = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;
/** A Date holds milliseconds; what PostgreSQL keeps beyond them must not get lost. */
pg.types.setTypeParser(TIMESTAMPTZ, (text) => {
  const micros = /\.\d{3}(\d{1,3})/.exec(text)?.[1];
  return micros === undefined ? dateOf(text) : new PreciseDate(dateOf(text), Number(micros.padEnd(3, '0')));
});
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(NUMERIC, Number);
pg.types.setTypeParser(DATE, (text) => text);
// Local times of long ago differ from UTC by odd seconds, which the driver would leave out.
pg.defaults.parseInputDatesAsUTC = true;

/** The start-up option by which a session takes the application's role; empty where it logs in as that role, as through a pooler. */
export const roleOption = (url: string): string =>
  decodeURIComponent(new URL(url).username) === applicationRole ? '' : `-c role=${applicationRole}`;

/** How long a caller waits for PostgreSQL before it is told that it is not available. */
export interface Timeouts {
  /** For a connection. */
  connectionMillis: number;
  /** For a statement. */
  statementMillis: number;
  /** In the tenant's line; `connectionMillis` by default. */
  turnMillis?: number | undefined;
}

export const defaultTimeouts: Timeouts = { connectionMillis: 1000, statementMillis: 2000 };

/** As the operator set it. */
export const timeoutsOf = (settings: Settings): Timeouts => ({
  connectionMillis: settings.DATABASE_CONNECTION_TIMEOUT_MS,
  statementMillis: settings.DATABASE_STATEMENT_TIMEOUT_MS,
});

/** After so long without a statement, a process in a transaction counts as frozen or gone, and PostgreSQL takes its locks away. */
export const silenceMillis = ({ statementMillis }: Timeouts): number => 2.5 * statementMillis;

/**
 * How long a connection stays open that nobody uses: longer than a minute, at whose beginning schedules fall due. A new one takes
 * PostgreSQL 20 ms and more to open and to plan the statements of.
 */
const idleMillis = 90_000;

/** Time for the network, added to that of a statement. */
export const onTheWayMillis = 500;

/** Works on one connection of its own, outside of pools and with the rights of the login itself. */
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

/** How every process connects: bounded waits, UTC, and the application's role where the login is another one. */
export function connection(url: string, poolSize: number, timeouts = defaultTimeouts): pg.PoolConfig {
  const { connectionMillis, statementMillis } = timeouts;
  const role = roleOption(url);
  const limits = `-c statement_timeout=${statementMillis} -c idle_in_transaction_session_timeout=${silenceMillis(timeouts)}`;
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
