const windowMillis = 250;
/** A quick endpoint takes so long to answer at most, on average: with ten requests under way it is sent a hundred a second. */
const quickMillis = 100;
/** Longer than a request takes that waits for a busy process, for each that it has under way to an endpoint. */
const longMillis = 130;

/** How fast an endpoint answers, by the answers of the last quarter to half of a second: fewer tell nothing, older ones are past. */
export class Pace {
  private answers = 0;
  private waitedMillis = 0;
  private since = performance.now();
  /** The stretch before this one. */
  private before = { answers: 0, waitedMillis: 0, millis: 0 };

  /** When the requests began that are under way. */
  private readonly begun = new Set<{ at: number }>();

  /** Sends a request and counts its answer; rejects as it does. */
  async timed<T>(request: () => Promise<T>): Promise<T> {
    const begun = { at: performance.now() };
    this.begun.add(begun);
    const answer = await request().finally(() => this.begun.delete(begun));
    this.answered(performance.now() - begun.at);
    return answer;
  }

  /** Counts an answer that was waited for so long. */
  answered(waitedMillis: number): void {
    const millis = performance.now() - this.since;
    if (millis >= windowMillis) {
      this.before = { answers: this.answers, waitedMillis: this.waitedMillis, millis };
      this.answers = 0;
      this.waitedMillis = 0;
      this.since += millis;
    }
    this.answers++;
    this.waitedMillis += waitedMillis;
  }

  /**
   * True where answers do not take long, those included that have yet to come, however many there are: a process that is busy sends few
   * to each of many quick endpoints.
   */
  get isQuick(): boolean {
    const now = performance.now();
    let waitedMillis = this.before.waitedMillis + this.waitedMillis;
    for (const { at } of this.begun) waitedMillis += now - at;
    return waitedMillis <= (this.before.answers + this.answers + this.begun.size) * quickMillis;
  }

  /** How many requests are under way that take long, where so many are under way at once. */
  longUnderWay(atOnce: number): number {
    const longAgo = performance.now() - longMillis * atOnce;
    let long = 0;
    for (const { at } of this.begun) if (at < longAgo) long++;
    return long;
  }

  /** How many answers come in so many milliseconds. */
  within(millis: number): number {
    const all = this.before.millis + performance.now() - this.since;
    return ((this.before.answers + this.answers) * millis) / all;
  }
}
