const windowMillis = 250;
/** So many answers a second are quick. */
const quick = 100;

/** How fast an endpoint answers, by the answers of the last quarter to half of a second: fewer tell nothing, older ones are past. */
export class Pace {
  private answers = 0;
  private readonly began = performance.now();
  private since = this.began;
  /** The stretch before this one. */
  private before = { answers: 0, millis: 0 };

  answered(): void {
    const millis = performance.now() - this.since;
    if (millis >= windowMillis) {
      this.before = { answers: this.answers, millis };
      this.answers = 0;
      this.since += millis;
    }
    this.answers++;
  }

  /** True where that is many, and in the first quarter of a second. */
  get isQuick(): boolean {
    return performance.now() - this.began < windowMillis || this.within(1000) >= quick;
  }

  /** How many answers come in so many milliseconds. */
  within(millis: number): number {
    const all = this.before.millis + performance.now() - this.since;
    return ((this.before.answers + this.answers) * millis) / all;
  }
}
