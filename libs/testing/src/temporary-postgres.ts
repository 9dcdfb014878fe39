import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import pg from 'pg';
import type { Feature } from '@tandem/platform/feature/feature';

const administrationUrl = () => {
  const url = process.env.TEST_POSTGRES_URL;
  if (!url) throw new Error('the test run has not started PostgreSQL: see globalSetup in jest.config.ts');
  return url;
};

export interface TemporaryDatabase {
  /** With the login of the application. */
  url: string;
  /** As the owner of the tables. */
  ownerUrl: string;
  drop(): Promise<void>;
}

/** A migrated database for one test file, copied from the template of the test run. */
export async function temporaryDatabase(template = 'template_tandem'): Promise<TemporaryDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  // The default strategy writes every page of the template to the WAL, which takes seven times as long.
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(process.env.TEST_POSTGRES_LOGIN_URL!);
  url.pathname = `/${name}`;
  const ownerUrl = ownerOf(url.toString());
  return { url: url.toString(), ownerUrl, drop: () => administer(`drop database ${name} with (force)`) };
}

/** A database for the surrounding tests, dropped after them; `anew` for each test. */
export function useDatabase({ fresh }: { fresh?: 'test' } = {}): TemporaryDatabase {
  const database = {} as TemporaryDatabase;
  const [opening, closing] = fresh ? [beforeEach, afterEach] : [beforeAll, afterAll];
  opening(async () => void Object.assign(database, await temporaryDatabase()));
  closing(() => database.drop());
  return database;
}

export const emptyDatabase = (): Promise<TemporaryDatabase> => temporaryDatabase('template0');

/** Runs the migrations of a team's own features, which the template lacks. Loads TypeORM's 330 modules only here. */
export async function migrateToo({ ownerUrl }: TemporaryDatabase, features: readonly Feature[]): Promise<void> {
  const { migrate } = await import('@tandem/platform/schema/migrate');
  await migrate(ownerUrl, features);
}

/** The same database as the owner of the tables, if it belongs to the test run. */
export function ownerOf(url: string): string {
  const owner = new URL(administrationUrl());
  const address = new URL(url);
  if (address.host !== owner.host) return url;
  address.username = owner.username;
  address.password = owner.password;
  return address.toString();
}

/** By URL. Opening a session takes 20 ms of processor time, and polling tests would open thousands. */
const pools = new Map<string, pg.Pool>();

function poolOf(connectionString: string): pg.Pool {
  const known = pools.get(connectionString);
  if (known) return known;
  const pool = new pg.Pool({ connectionString, max: 4, idleTimeoutMillis: 1000, allowExitOnIdle: true });
  // Idle sessions end when a server stops or a database is dropped.
  pool.on('error', () => undefined);
  pools.set(connectionString, pool);
  return pool;
}

/** Runs statements as the owner, outside row-level security, to inspect or corrupt stored data. */
export async function asOwner<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  return (await poolOf(ownerOf(url)).query<R>(text, values)).rows;
}

async function administer(statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return void (await asOwner(administrationUrl(), statement));
    } catch (error) {
      // PostgreSQL copies a template only once at a time, and several files may do so.
      if (attempt === 50 || (error as { code?: string }).code !== '55006') throw error;
      await pause(50 + Math.random() * 100);
    }
  }
}
