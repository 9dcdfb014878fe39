import type { Feature } from '../feature.js';
import { applicationRole, type Database } from './database.js';
import { pendingMigrations } from './migrate.js';

const mostSkewMillis = 2000;

/** Throws one clear line when the database cannot be used: away, not migrated, or a role that row-level security does not bind. */
export async function checkDatabase(database: Database, features: readonly Feature[]): Promise<void> {
  const query = (text: string) => database.pool.query<Record<string, unknown>>(text).then((result) => result.rows);
  const [role] = await query(
    `select current_user as name, rolsuper or rolbypassrls as unbound, to_regclass('public.migrations') is null as empty from pg_roles where rolname = current_user`,
  ).catch((error: Error) => {
    throw new Error(`the database does not answer: ${error.message}`);
  });
  if (role!.unbound)
    throw new Error(
      `row-level security does not bind the role ${String(role!.name)}; the application must act as ${applicationRole}`,
    );
  const pending = role!.empty ? ['everything'] : await pendingMigrations(query, features);
  if (pending.length)
    throw new Error(
      `the database lacks ${pending.length} migration(s), starting with ${pending[0]}; run: npm run migrate`,
    );
}

/** Throws when this machine's clock and the database's differ by more than 2 s: leases and schedules would go wrong. */
export async function checkClock(database: Database): Promise<void> {
  const before = Date.now();
  const { rows } = await database.pool.query<{ now: number }>(
    `select extract(epoch from clock_timestamp()) * 1000 as now`,
  );
  const skew = Number(rows[0]!.now) - (before + Date.now()) / 2;
  if (Math.abs(skew) > mostSkewMillis)
    throw new Error(
      `the clocks of this machine and of the database differ by ${Math.round(Math.abs(skew) / 1000)} s; at most 2 s are safe`,
    );
}
