/** Runs a statement that returns one row with the column `now`. */
export type TimeOf = (text: string) => Promise<Record<string, unknown>[]>;

/** The drift that leases and signed timestamps tolerate. */
export const maxDriftMillis = 2000;

/** Milliseconds that the database clock is ahead: of the values that the round trip allows, the nearest to `known`. */
export async function aheadOf(query: TimeOf, known = 0): Promise<number> {
  const before = Date.now();
  const [row] = await query('select extract(epoch from clock_timestamp())::float8 * 1000 as now');
  const now = Number(row!.now);
  return Math.max(now - Date.now(), Math.min(now - before, known));
}

export const differing = (millis: number): string =>
  `the clocks of this machine and of the database differ by ${Math.round(Math.abs(millis) / 1000)} s`;
