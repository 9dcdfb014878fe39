/** What instants of a second begin with, up to the point; many come out of the same few seconds. */
const beginnings = new Map<number, string>();
const mostBeginnings = 256;
const thousandths = Array.from({ length: 1000 }, (_, millis) => `${String(millis).padStart(3, '0')}Z`);

/** An instant to the microsecond, as PostgreSQL keeps it: a Date with the digits that a Date lacks. */
export class PreciseDate extends Date {
  constructor(
    at: Date | number,
    /** From 0 to 999, behind the milliseconds. */
    readonly micros: number,
  ) {
    super(at);
  }
}

/** RFC 3339 in UTC with microseconds. */
export const writtenPrecisely = (at: Date): string =>
  `${writtenInstant(at).slice(0, -1)}${String(at instanceof PreciseDate ? at.micros : 0).padStart(3, '0')}Z`;

/** RFC 3339 in UTC with milliseconds, as `toISOString`, for which V8 takes most of a microsecond. Throws a RangeError for an invalid date. */
export function writtenInstant(at: Date): string {
  const millis = at.getTime();
  const second = Math.floor(millis / 1000);
  const known = beginnings.get(second);
  if (known !== undefined) return known + thousandths[millis - second * 1000]!;
  const text = at.toISOString();
  if (beginnings.size >= mostBeginnings) beginnings.clear();
  beginnings.set(second, text.slice(0, -4));
  return text;
}
