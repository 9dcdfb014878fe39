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

/** RFC 3339 in UTC with milliseconds. */
export const writtenInstant = (at: Date): string => at.toISOString();

/** RFC 3339 in UTC with microseconds. */
export const writtenPrecisely = (at: Date): string =>
  `${writtenInstant(at).slice(0, -1)}${String(at instanceof PreciseDate ? at.micros : 0).padStart(3, '0')}Z`;
