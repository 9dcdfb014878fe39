/**
 * Time of the database as estimated by this process, so that a machine with a wrong clock does not store records that
 * are due in the wrong hour. Statements use `now()`.
 */
class Clock {
  private aheadMillis = 0;

  now(): Date {
    return new Date(this.millis());
  }

  millis(): number {
    return Date.now() + this.aheadMillis;
  }

  /** Takes the last measured difference; negative when the database is behind this machine. */
  correct(aheadMillis: number): void {
    this.aheadMillis = Math.round(aheadMillis);
  }
}

export const clock = new Clock();
