/**
 * The time by which everything is stored and compared: that of the database, as far as this process knows it. Only the database has
 * one time for all processes, and statements use its `now()`; a machine whose clock is wrong would else make records that are due in the
 * wrong hour.
 */
class Clock {
  private aheadMillis = 0;

  now(): Date {
    return new Date(this.millis());
  }

  millis(): number {
    return Date.now() + this.aheadMillis;
  }

  /** How far the database is ahead of this machine, as was last measured; negative where it is behind. */
  correct(aheadMillis: number): void {
    this.aheadMillis = Math.round(aheadMillis);
  }
}

/** One for the process, which works on one database. */
export const clock = new Clock();
