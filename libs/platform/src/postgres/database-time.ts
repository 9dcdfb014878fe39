/** Runs a statement that answers with one row and `now` in it. */
export type TimeOf = (text: string) => Promise<Record<string, unknown>[]>;

/** What leases and signed timestamps bear. */
export const maxDriftMillis = 2000;

/**
 * Milliseconds by which the database is ahead of this machine. It looked at its clock at some time before its answer came; of what
 * that leaves possible, the nearest to `known`.
 */
export async function aheadOf(query: TimeOf, known = 0): Promise<number> {
  const before = Date.now();
  const [row] = await query('select extract(epoch from clock_timestamp())::float8 * 1000 as now');
  const now = Number(row!.now);
  return Math.max(now - Date.now(), Math.min(now - before, known));
}

/** Says how far two clocks differ. */
export const differing = (millis: number): string =>
  `the clocks of this machine and of the database differ by ${Math.round(Math.abs(millis) / 1000)} s`;
