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

/** What is checked at a start waits longer than a caller would: on a busy machine a start that gave up would only add to it. */
const timeouts: Timeouts = { connectionMillis: 10_000, statementMillis: 10_000 };

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/**
 * Throws one clear line when the database cannot be used: away, reached by a login that may do too much, or not migrated; see also
 * `checkTables`. A server that is starting is waited for, one that cannot be reached for a few seconds; `tell` is given a line then.
 */
export async function checkDatabase(
  settings: Addresses,
  features: readonly Feature[],
  tell: (line: string) => void,
): Promise<void> {
  for (const [name, url] of addresses(settings)) await untilItAnswers(name, url, tell);
  await checkLogins(settings);
  await checkMigrated(settings.DATABASE_URL, features);
}

/** Throws one clear line when the database lacks a migration, or one for each table that is not as its feature reads it. */
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
      `the database lacks ${pending.length} migration(s), starting with ${pending[0]}; run: npm run migrate, with the owner of the tables in MIGRATION_DATABASE_URL`,
    );
  await checkTables(query, features);
}

/** Names of migrations the database has not seen yet. */
async function pendingMigrations(query: Query, features: readonly Feature[]): Promise<string[]> {
  const known = new Set((await query('select name from migrations')).map((row) => row.name));
  return features
    .flatMap((feature) => feature.migrations ?? [])
    .map((migration) => migration.name)
    .filter((name) => !known.has(name));
}

const addresses = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Addresses): [name: string, url: string][] =>
  Object.entries({ DATABASE_URL, DATABASE_DIRECT_URL }).filter(([, url]) => url);

/** PostgreSQL is there, and starts, recovers or stops. */
const cannotConnectNow = '57P03';
const unreachableMillis = 10_000;
const againMillis = 500;

async function untilItAnswers(name: string, url: string, tell: (line: string) => void): Promise<void> {
  const until = performance.now() + unreachableMillis;
  for (let isReported = false; ; isReported = true) {
    const error = await withClient(url, async () => undefined).catch((fault: Error & { code?: string }) => fault);
    // What is wrong otherwise, such as a password, is found by the checks that follow.
    if (!error || !isAway(error)) return;
    if (error.code !== cannotConnectNow && performance.now() > until) return;
    if (!isReported) tell(`the database of ${name} does not answer yet: ${reasonOf(error)}; waiting for it`);
    await pause(againMillis);
  }
}

/** Throws where the application logs in with more rights than it may have, such as one that row-level security does not bind. */
export async function checkLogins(settings: Addresses): Promise<void> {
  const faults: string[] = [];
  for (const [name, url] of addresses(settings)) {
    const fault = await faultOfLogin(url).catch(away(name));
    if (fault) faults.push(`${name}: ${fault}; ${advice}`);
  }
  if (faults.length) throw new WrongSettings(faults);
}

const advice =
  'the application needs a login that row-level security binds: run npm run cli -- database login, which makes one and prints the DATABASE_URL to set';

const away = (name: string) => (error: Error) => {
  const what = isAway(error) ? 'does not answer' : 'lets nobody in';
  throw new Error(`the database of ${name} ${what}: ${reasonOf(error)}`);
};

/** Throws when this machine's clock and the database's differ by more than 2 s: leases and schedules would go wrong. */
export const checkClock = (url: string): Promise<void> =>
  asApplication(url, async (query) => {
    const ahead = await aheadOf(query);
    if (Math.abs(ahead) > maxDriftMillis) throw new Error(`${differing(ahead)}; at most 2 s are safe`);
  });

/** For a process that ends soon: its work is dated by the time of the database, however wrong this machine's is. */
export const setClock = (url: string): Promise<void> =>
  asApplication(url, async (query) => clock.correct(await aheadOf(query)));
