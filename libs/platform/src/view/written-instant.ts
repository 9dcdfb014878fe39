/** A Date with the microseconds of PostgreSQL. */
export class PreciseDate extends Date {
  constructor(
    at: Date | number,
    /** 0 to 999, after the milliseconds. */
    readonly micros: number,
  ) {
    super(at);
  }
}

export const writtenInstant = (at: Date): string => at.toISOString();

export const writtenPrecisely = (at: Date): string =>
  `${writtenInstant(at).slice(0, -1)}${String(at instanceof PreciseDate ? at.micros : 0).padStart(3, '0')}Z`;
