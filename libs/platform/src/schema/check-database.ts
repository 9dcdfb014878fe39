import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { clock } from '@tandem/domain/core/clock';
import type { Feature } from '../feature/feature.js';
import { reasonOf } from '../process/dependencies.js';
import { type Settings, WrongSettings } from '../settings/settings.js';
import { connection, type Timeouts, withClient } from '../postgres/connection.js';
import { checkTables } from './check-tables.js';
import { aheadOf, differing, maxDriftMillis } from '../postgres/database-time.js';
import { isAway } from '../postgres/database-errors.js';
import { faultOfLogin } from './login.js';

type Addresses = Pick<Settings, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>;

/** Longer than for requests: on a busy machine, a failed start would only add to the load. */
const timeouts: Timeouts = { connectionMillis: 10_000, statementMillis: 10_000 };

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Waits for a starting server. Throws one line if unavailable or not migrated, or if the login has too many rights. */
export async function checkDatabase(
  settings: Addresses,
  features: readonly Feature[],
  report: (line: string) => void,
): Promise<void> {
  for (const [name, url] of addresses(settings)) await untilAvailable(name, url, report);
  await checkLogins(settings);
  await checkMigrated(settings.DATABASE_URL, features);
}

/** Throws one line if a migration is missing, or one for each table that differs from its feature's schema. */
export const checkMigrated = (url: string, features: readonly Feature[]): Promise<void> =>
  asApplication(url, (query) => mustBeMigrated(query, features));

async function asApplication(url: string, work: (query: Query) => Promise<void>): Promise<void> {
  const pool = new pg.Pool(connection(url, 1, timeouts)).on('error', () => undefined);
  const query: Query = async (text, values) => (await pool.query<Record<string, unknown>>(text, values)).rows;
  await work(query).finally(() => pool.end());
}

async function mustBeMigrated(query: Query, features: readonly Feature[]): Promise<void> {
  const [schema] = await query(`select to_regclass('public.migrations') is null as empty`);
  const pending = schema!.empty ? ['everything'] : await pendingMigrations(query, features);
  if (pending.length)
    throw new Error(
      `the database lacks ${pending.length} migration(s), starting with ${pending[0]}; ` +
        'run: npm run migrate, with the owner of the tables in MIGRATION_DATABASE_URL',
    );
  await checkTables(query, features);
}

async function pendingMigrations(query: Query, features: readonly Feature[]): Promise<string[]> {
  const known = new Set((await query('select name from migrations')).map((row) => row.name));
  return features
    .flatMap((feature) => feature.migrations ?? [])
    .map((migration) => migration.name)
    .filter((name) => !known.has(name));
}

const addresses = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Addresses): [name: string, url: string][] =>
  Object.entries({ DATABASE_URL, DATABASE_DIRECT_URL }).filter(([, url]) => url);

/** SQLSTATE while PostgreSQL starts, recovers or stops. */
const cannotConnectNow = '57P03';
const unreachableMillis = 10_000;
const retryMillis = 500;

async function untilAvailable(name: string, url: string, report: (line: string) => void): Promise<void> {
  const until = performance.now() + unreachableMillis;
  for (let isReported = false; ; isReported = true) {
    const error = await withClient(url, async () => undefined).catch((fault: Error & { code?: string }) => fault);
    // Other faults, such as a wrong password, are found by later checks.
    if (!error || !isAway(error)) return;
    if (error.code !== cannotConnectNow && performance.now() > until) return;
    if (!isReported) report(`the database of ${name} does not respond yet: ${reasonOf(error)}; waiting for it`);
    await pause(retryMillis);
  }
}

/** Throws if the application's login has too many rights, such as one that bypasses row-level security. */
export async function checkLogins(settings: Addresses): Promise<void> {
  const faults: string[] = [];
  for (const [name, url] of addresses(settings)) {
    const fault = await faultOfLogin(url).catch(away(name));
    if (fault) faults.push(`${name}: ${fault}; ${advice}`);
  }
  if (faults.length) throw new WrongSettings(faults);
}

const advice =
  'the application needs a login that is subject to row-level security: ' +
  'run npm run cli -- database login, which creates one and prints the DATABASE_URL to set';

const away = (name: string) => (error: Error) => {
  const what = isAway(error) ? 'does not respond' : 'refuses the connection';
  throw new Error(`the database of ${name} ${what}: ${reasonOf(error)}`);
};

/** Throws if the clocks of this machine and the database differ by more than 2 s: leases and schedules would fail. */
export const checkClock = (url: string): Promise<void> =>
  asApplication(url, async (query) => {
    const ahead = await aheadOf(query);
    if (Math.abs(ahead) > maxDriftMillis) throw new Error(`${differing(ahead)}; at most 2 s are safe`);
  });

/** For short-lived processes, whose work is dated by the database clock. */
export const setClock = (url: string): Promise<void> =>
  asApplication(url, async (query) => clock.correct(await aheadOf(query)));
