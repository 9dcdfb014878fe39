/** Estimates the time of the database, so that a wrong clock of this machine does not delay or hasten due records. */
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
